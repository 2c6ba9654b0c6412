// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What all block formats are decoded with; see decode_panels.h.

#include "kernels/kernel_table.h"
#include "kernels/simd/constants.h"
#include "quant/blocks.h"

namespace lacuna::kernels {

/// 16 rows of blocks, `stride` bytes apart.
struct BlockRows {
    const std::uint8_t* data;
    std::ptrdiff_t stride;
};

template<typename V>
struct Units {
    using Bits = typename V::Bits;

    static constexpr std::uint32_t eachByte(std::uint32_t byte) { return byte * 0x01010101u; }
    static Bits mask(Bits bits, std::uint32_t byte) { return V::bitAnd(bits, V::all(eachByte(byte))); }
    /// The low and the high nibble of every byte.
    static Bits low(Bits bits) { return mask(bits, 15); }
    static Bits high(Bits bits) { return mask(V::template shiftRight<4>(bits), 15); }
    /// Bits shifted left (up < 0: right), of which each byte keeps `kept`.
    template<int up>
    static Bits moved(Bits bits, std::uint32_t kept)
    {
        if constexpr (up >= 0)
            return mask(V::template shiftLeft<up>(bits), kept);
        else
            return mask(V::template shiftRight<-up>(bits), kept);
    }
    static Bits lowHalf(Bits bits) { return V::bitAnd(bits, V::all(0xffffu)); }
    static Bits highHalf(Bits bits) { return V::template shiftRight<16>(bits); }
    /// Byte `index` of every lane.
    template<int index>
    static Bits byte(Bits bits)
    {
        return V::bitAnd(V::template shiftRight<8 * index>(bits), V::all(255u));
    }
    template<int index>
    static Bits signedByte(Bits bits)
    {
        return V::template shiftRightSigned<24>(V::template shiftLeft<24 - 8 * index>(bits));
    }

    /// 16 bytes of every row as four units.
    struct Four {
        Bits unit[4];
        Four(BlockRows rows, std::ptrdiff_t offset) { V::loadUnits(rows.data + offset, rows.stride, unit); }
        Bits operator[](int i) const { return unit[i]; }
    };
    /// 32 bytes of every row as eight units.
    struct Eight {
        Four first;
        Four second;
        Eight(BlockRows rows, std::ptrdiff_t offset)
            : first(rows, offset)
            , second(rows, offset + 16)
        {
        }
        Bits operator[](int i) const { return i < 4 ? first[i] : second[i - 4]; }
        template<int count>
        void shiftRight()
        {
            for (int i = 0; i < 4; ++i) {
                first.unit[i] = V::template shiftRight<count>(first.unit[i]);
                second.unit[i] = V::template shiftRight<count>(second.unit[i]);
            }
        }
    };
    static Bits words(BlockRows rows, std::ptrdiff_t offset) { return V::loadWords(rows.data + offset, rows.stride); }
    static Bits halves(BlockRows rows, std::ptrdiff_t offset) { return V::loadHalves(rows.data + offset, rows.stride); }
};

} // namespace lacuna::kernels
