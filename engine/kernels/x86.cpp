// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the x86 kernels this processor and its operating system can run. Compiled for any x86-64.
#include "kernels/kernel_table.h"

#include <cpuid.h>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace lacuna::kernels {

namespace {

/// Registers of a CPUID leaf, zeros where the processor does not have it.
struct Leaf {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;

    explicit Leaf(unsigned leaf, unsigned subleaf = 0) { __get_cpuid_count(leaf, subleaf, &eax, &ebx, &ecx, &edx); }
};

constexpr bool has(unsigned word, int bit)
{
    return (word >> bit) & 1;
}

/// Whether the operating system saves the register state whose bits in XCR0 are given.
bool savesState(unsigned bits)
{
    if (!has(Leaf(1).ecx, 27)) // OSXSAVE
        return false;
    unsigned low = 0;
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & bits) == bits;
}

bool hasAvx2()
{
    const Leaf basic(1);
    const bool fma = has(basic.ecx, 12);
    const bool f16c = has(basic.ecx, 29);
    const bool avx2 = has(Leaf(7).ebx, 5);
    return avx2 && fma && f16c && savesState(0x06); // SSE and AVX
}

bool hasAvxVnni()
{
    return hasAvx2() && has(Leaf(7, 1).eax, 4);
}

bool hasAvx512Vnni()
{
    const Leaf extended(7);
    const bool f = has(extended.ebx, 16);
    const bool dq = has(extended.ebx, 17);
    const bool bw = has(extended.ebx, 30);
    const bool vl = has(extended.ebx, 31);
    const bool vnni = has(extended.ecx, 11);
    return hasAvx2() && f && dq && bw && vl && vnni && savesState(0xe6); // and the three parts of AVX-512
}

/// Linux gives the matrix unit's 8 kB of registers only to processes that ask.
bool permitsTiles()
{
#if defined(__linux__)
    constexpr int requestPermission = 0x1023; // ARCH_REQ_XCOMP_PERM
    constexpr int tileData = 18; // XFEATURE_XTILE_DATA
    return syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
#else
    return false;
#endif
}

bool hasAmxInt8()
{
    const Leaf extended(7);
    const bool tile = has(extended.edx, 24);
    const bool int8 = has(extended.edx, 25);
    return hasAvx512Vnni() && tile && int8 && savesState(0x60000) && permitsTiles();
}

} // namespace

const KernelTable* avx2Kernels()
{
    static const bool available = hasAvx2();
    return available ? &avx2Table : nullptr;
}

const KernelTable* avxVnniKernels()
{
    static const bool available = hasAvxVnni();
    return available ? &avxVnniTable : nullptr;
}

const KernelTable* avx512VnniKernels()
{
    static const bool available = hasAvx512Vnni();
    return available ? &avx512VnniTable : nullptr;
}

const KernelTable* amxInt8Kernels()
{
    static const bool available = hasAmxInt8();
    return available ? &amxInt8Table : nullptr;
}

} // namespace lacuna::kernels
