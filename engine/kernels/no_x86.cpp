// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for the x86 kernels on other processors.
#include "kernels/kernel_table.h"

namespace lacuna::kernels {

const KernelTable* avx2Kernels()
{
    return nullptr;
}
const KernelTable* avxVnniKernels()
{
    return nullptr;
}
const KernelTable* avx512VnniKernels()
{
    return nullptr;
}

} // namespace lacuna::kernels
