// SPDX-License-Identifier: GPL-3.0-or-later
// Prints one letter for the class of each code point in libllama's tables: L N W P, or O for all other.
//   dump_classes | sha256sum
#include <cstdint>
#include <cstdio>

// Exported by libllama, but in none of its public headers: bit fields, of which these are used.
struct unicode_cpt_flags {
    uint16_t bits;
    unicode_cpt_flags(uint16_t value)
        : bits(value)
    {
    }
};
unicode_cpt_flags unicode_cpt_flags_from_cpt(uint32_t codePoint);

int main()
{
    for (uint32_t codePoint = 0; codePoint < 0x110000; ++codePoint) {
        const uint16_t bits = unicode_cpt_flags_from_cpt(codePoint).bits;
        const bool white = bits & 0x100;
        std::putchar(white ? 'W' : bits & 0x04 ? 'L' : bits & 0x02 ? 'N' : bits & 0x20 ? 'P' : 'O');
    }
    return 0;
}
