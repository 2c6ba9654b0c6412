// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// 16 lanes of 32 bits in plain C++: what decoding needs of a vector class (see simd/vector_512.h), for the scalar
// kernels.

#include "quant/little_endian.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lacuna::kernels {

/// Not for files that are compiled for one instruction set.
struct VectorScalar {
    using Bits = std::array<std::uint32_t, 16>;
    using Floats = std::array<float, 16>;

    static Bits all(std::uint32_t value)
    {
        Bits result;
        result.fill(value);
        return result;
    }
    static void store(std::uint8_t (*q)[4], const Bits& bits) { storeBytes(q, bits); }
    static void store(std::int16_t (*pairs)[2], const Bits& bits) { storeBytes(pairs, bits); }
    static void store(float* x, const Floats& floats) { std::memcpy(x, floats.data(), sizeof floats); }

    static Bits bitAnd(const Bits& a, const Bits& b)
    {
        return map(a, b, [](auto x, auto y) { return x & y; });
    }
    static Bits bitOr(const Bits& a, const Bits& b)
    {
        return map(a, b, [](auto x, auto y) { return x | y; });
    }
    static Bits bitXor(const Bits& a, const Bits& b)
    {
        return map(a, b, [](auto x, auto y) { return x ^ y; });
    }
    static Bits add(const Bits& a, const Bits& b)
    {
        return map(a, b, [](auto x, auto y) { return x + y; });
    }
    static Bits multiply(const Bits& a, const Bits& b)
    {
        return map(a, b, [](auto x, auto y) { return x * y; });
    }
    template<int count>
    static Bits shiftLeft(const Bits& a)
    {
        return map(a, a, [](auto x, auto) { return x << count; });
    }
    template<int count>
    static Bits shiftRight(const Bits& a)
    {
        return map(a, a, [](auto x, auto) { return x >> count; });
    }
    template<int count>
    static Bits shiftRightSigned(const Bits& a)
    {
        return map(a, a, [](auto x, auto) { return std::uint32_t(std::int32_t(x) >> count); });
    }
    /// table[i] for every byte i < 16.
    static Bits lookUp(const std::int8_t (&table)[16], const Bits& indices)
    {
        auto bytes = std::bit_cast<std::array<std::uint8_t, 64>>(indices);
        for (std::uint8_t& byte : bytes)
            byte = std::uint8_t(table[byte]);
        return std::bit_cast<Bits>(bytes);
    }

    static Floats toFloat(const Bits& integers)
    {
        Floats result;
        for (std::size_t i = 0; i < 16; ++i)
            result[i] = float(std::int32_t(integers[i]));
        return result;
    }
    /// f16 in the low half of each lane, zeros above.
    static Floats halfToFloat(const Bits& halves)
    {
        Floats result;
        for (std::size_t i = 0; i < 16; ++i)
            result[i] = quant::halfToFloat(std::uint16_t(halves[i]));
        return result;
    }
    static Floats asFloats(const Bits& bits) { return std::bit_cast<Floats>(bits); }
    static Floats negate(const Floats& a) { return asFloats(bitXor(std::bit_cast<Bits>(a), all(0x80000000u))); }

    /// 16 bytes of each of 16 rows, turned round: units[u] holds bytes 4u … 4u + 3, lane r those of row r.
    static void loadUnits(const std::uint8_t* rows, std::ptrdiff_t stride, Bits units[4])
    {
        for (int unit = 0; unit < 4; ++unit)
            units[unit] = loadWords(rows + 4 * unit, stride);
    }
    /// 4 or 2 bytes of each row; lane r holds those of row r.
    static Bits loadWords(const std::uint8_t* rows, std::ptrdiff_t stride)
    {
        Bits result;
        for (std::size_t row = 0; row < 16; ++row)
            result[row] = quant::loadU32(rows + std::ptrdiff_t(row) * stride);
        return result;
    }
    static Bits loadHalves(const std::uint8_t* rows, std::ptrdiff_t stride)
    {
        Bits result;
        for (std::size_t row = 0; row < 16; ++row)
            result[row] = quant::loadU16(rows + std::ptrdiff_t(row) * stride);
        return result;
    }

private:
    template<typename Operation>
    static Bits map(const Bits& a, const Bits& b, Operation operation)
    {
        Bits result;
        for (std::size_t i = 0; i < 16; ++i)
            result[i] = operation(a[i], b[i]);
        return result;
    }
    static void storeBytes(void* to, const Bits& bits) { std::memcpy(to, bits.data(), sizeof bits); }
};

} // namespace lacuna::kernels
