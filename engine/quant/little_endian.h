// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

namespace lacuna::quant {

// GGUF stores numbers with the lowest byte first and without regard to alignment; these loads say so on any machine.
// Not for files that are compiled for one instruction set: the linker could hand their copy to the whole program.

constexpr std::uint16_t loadU16(const std::uint8_t* bytes)
{
    return static_cast<std::uint16_t>(bytes[0] | (bytes[1] << 8));
}

constexpr std::uint32_t loadU32(const std::uint8_t* bytes)
{
    return static_cast<std::uint32_t>(loadU16(bytes)) | (static_cast<std::uint32_t>(loadU16(bytes + 2)) << 16);
}

/// The value of an IEEE 754 binary16 number, exact; Inf and NaN stay what they are, sign and payload included.
/// Without a branch on the data, so that loops over it vectorise.
constexpr float halfToFloat(std::uint16_t half)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
    const std::uint32_t magnitude = half & 0x7fffu;
    // Below the smallest normal number the 10 bits count steps of 2^-24. Computed for every input and used for some:
    // cheaper than letting an f32 subnormal trap into microcode.
    const float steps = static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24f;
    const std::uint32_t rebias = magnitude >= 0x7c00u ? 255u - 31u : 127u - 15u;
    const std::uint32_t normal = (magnitude << 13) + (rebias << 23);
    return std::bit_cast<float>(sign | (magnitude < 0x0400u ? std::bit_cast<std::uint32_t>(steps) : normal));
}

/// The value of a bfloat16 number: the upper half of an f32.
constexpr float bfloat16ToFloat(std::uint16_t upper)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(upper) << 16);
}

inline float loadF16(const std::uint8_t* bytes)
{
    return halfToFloat(loadU16(bytes));
}

} // namespace lacuna::quant
