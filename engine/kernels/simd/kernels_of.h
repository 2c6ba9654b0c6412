// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The table of an instruction set, made of the kernels for its vector class. V has to have internal linkage, and so
// then do all functions made from it: else the linker could take them for those of another instruction set.

#include "kernels/simd/decode_panels.h"
#include "kernels/simd/multiply_bytes.h"
#include "kernels/simd/multiply_plain.h"
#include "kernels/simd/vector_rows.h"

namespace lacuna::kernels {

/// All but the products with quantised weights.
template<typename V>
constexpr KernelTable rowKernelsOf()
{
    using Rows = RowKernels<V>;
    KernelTable table = {};
    table.decodePlain = decodePlainPanel<V>;
    table.multiplyPlain = multiplyPlain<V>;
    table.quantiseQ8K = Rows::quantiseQ8K;
    table.quantiseQ80 = Rows::quantiseQ80;
    table.roundF16 = Rows::roundF16;
    table.roundBf16 = Rows::roundBf16;
    table.rmsNorm = Rows::rmsNorm;
    table.swiglu = Rows::swiglu;
    table.add = Rows::add;
    table.ropeHead = Rows::ropeHead;
    table.softmax = Rows::softmax;
    return table;
}

/// With products of vectors of bytes.
template<typename V>
constexpr KernelTable kernelsOf()
{
    KernelTable table = rowKernelsOf<V>();
    table.begin = [](const GroupTraits&, int) {
    };
    table.startsWords = V::template Dot<63, 4>::startsWords;
    table.multiply = multiplyBytes<V>;
    table.end = [] {
    };
    return table;
}

} // namespace lacuna::kernels
