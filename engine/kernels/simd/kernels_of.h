// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The table of an instruction set, made of the kernels for its vector class. V has to have internal linkage, and so
// then do all functions made from it: else the linker could take them for those of another instruction set.

#include "kernels/simd/decode_panels.h"
#include "kernels/simd/multiply_panels.h"
#include "kernels/simd/vector_rows.h"

namespace lacuna::kernels {

template<typename V>
constexpr KernelTable kernelsOf()
{
    using Rows = RowKernels<V>;
    return {
        .decode = decodePanel<V>,
        .decodePlain = decodePlainPanel<V>,
        .multiply = multiplyPanels<V>,
        .multiplyPlain = multiplyPlain<V>,
        .quantiseQ8K = Rows::quantiseQ8K,
        .quantiseQ80 = Rows::quantiseQ80,
        .roundF16 = Rows::roundF16,
        .roundBf16 = Rows::roundBf16,
        .rmsNorm = Rows::rmsNorm,
        .swiglu = Rows::swiglu,
        .add = Rows::add,
        .ropeHead = Rows::ropeHead,
        .softmax = Rows::softmax,
    };
}

} // namespace lacuna::kernels
