// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoding of weight blocks into panels, for any vector class V of 16 lanes of 32 bits (see vector_512.h for what it
// offers). A lane belongs to a weight row. The bytes of 16 rows' blocks are first turned round, so that a vector holds
// the same four bytes ("a unit") of all rows; from there on every format is a few operations on whole vectors, the same
// for all rows, and four consecutive values of a row come out side by side, which is what a panel wants.

#include "kernels/kernel_table.h"
#include "quant/blocks.h"

namespace lacuna::kernels {

/// 16 rows of blocks, `stride` bytes apart.
struct BlockRows {
    const std::uint8_t* data;
    std::ptrdiff_t stride;
};

template<typename V>
struct PanelDecoder {
    using Bits = typename V::Bits;
    using Floats = typename V::Floats;

    static constexpr std::uint32_t eachByte(std::uint32_t byte) { return byte * 0x01010101u; }
    static Bits mask(Bits bits, std::uint32_t byte) { return V::bitAnd(bits, V::all(eachByte(byte))); }
    /// The low and the high nibble of every byte.
    static Bits low(Bits bits) { return mask(bits, 15); }
    static Bits high(Bits bits) { return mask(V::template shiftRight<4>(bits), 15); }

    static void storeQ(WeightPanel& panel, int unit, Bits q) { V::store(panel.q[unit], q); }
    static void storeScale(WeightPanel& panel, int group, Floats scale) { V::store(panel.scale[group], scale); }
    static void storeOffset(WeightPanel& panel, int group, Floats offset) { V::store(panel.offset[group], offset); }

    static BlockRows at(BlockRows rows, std::ptrdiff_t offset) { return {rows.data + offset, rows.stride}; }

    // ---- blocks of 32 values; `block` counts them within the panel ----

    /// Units 0 to 3 of 16 bytes of nibbles, as units of 32 values: the low halves first.
    template<typename Transform>
    static void storeNibbles(WeightPanel& panel, int block, BlockRows quants, Transform transform)
    {
        Bits units[4];
        V::loadUnits(quants.data, quants.stride, units);
        for (int i = 0; i < 4; ++i) {
            storeQ(panel, 8 * block + i, transform(low(units[i]), i));
            storeQ(panel, 8 * block + 4 + i, transform(high(units[i]), 4 + i));
        }
    }

    static void decode(const quant::BlockQ4_0*, BlockRows rows, WeightPanel& panel, int block)
    {
        storeScale(panel, block, V::halfToFloat(V::loadHalves(rows.data, rows.stride)));
        storeNibbles(panel, block, at(rows, 2), [](Bits q, int) { return q; });
    }

    static void decode(const quant::BlockQ4_1*, BlockRows rows, WeightPanel& panel, int block)
    {
        storeHalfPair(panel, block, V::loadWords(rows.data, rows.stride));
        storeNibbles(panel, block, at(rows, 4), [](Bits q, int) { return q; });
    }

    /// Bit i of the 32 belongs to value i: those of a unit's four values, each moved to bit 4 of its byte. The product
    /// puts copies of the four bits side by side so that each byte finds its own at its lowest place.
    static Bits fifthBits(Bits bits, int unit)
    {
        const Bits four = V::bitAnd(V::shiftRightBy(bits, 4 * unit), V::all(15u));
        return V::template shiftLeft<4>(mask(V::multiply(four, V::all(0x00204081u)), 1));
    }

    static void decode(const quant::BlockQ5_0*, BlockRows rows, WeightPanel& panel, int block)
    {
        storeScale(panel, block, V::halfToFloat(V::loadHalves(rows.data, rows.stride)));
        const Bits bits = V::loadWords(rows.data + 2, rows.stride);
        storeNibbles(panel, block, at(rows, 6),
                     [bits](Bits q, int unit) { return V::bitOr(q, fifthBits(bits, unit)); });
    }

    static void decode(const quant::BlockQ5_1*, BlockRows rows, WeightPanel& panel, int block)
    {
        storeHalfPair(panel, block, V::loadWords(rows.data, rows.stride));
        const Bits bits = V::loadWords(rows.data + 4, rows.stride);
        storeNibbles(panel, block, at(rows, 8),
                     [bits](Bits q, int unit) { return V::bitOr(q, fifthBits(bits, unit)); });
    }

    static void decode(const quant::BlockQ8_0*, BlockRows rows, WeightPanel& panel, int block)
    {
        storeScale(panel, block, V::halfToFloat(V::loadHalves(rows.data, rows.stride)));
        for (int half = 0; half < 2; ++half) {
            Bits units[4];
            V::loadUnits(rows.data + 2 + 16 * half, rows.stride, units);
            for (int i = 0; i < 4; ++i) // int8 to unsigned with zero point 128
                storeQ(panel, 8 * block + 4 * half + i, V::bitXor(units[i], V::all(eachByte(0x80))));
        }
    }

    /// Nibbles are indices into the levels, which are int8; a zero point of 128 makes them unsigned.
    static Bits levels(Bits indices) { return V::bitXor(V::lookUp(quant::iq4Levels, indices), V::all(eachByte(0x80))); }

    static void decode(const quant::BlockIQ4_NL*, BlockRows rows, WeightPanel& panel, int block)
    {
        storeScale(panel, block, V::halfToFloat(V::loadHalves(rows.data, rows.stride)));
        storeNibbles(panel, block, at(rows, 2), [](Bits q, int) { return levels(q); });
    }

    /// d in the low half of each word, m in the high one.
    static void storeHalfPair(WeightPanel& panel, int group, Bits words)
    {
        storeScale(panel, group, V::halfToFloat(V::bitAnd(words, V::all(0xffffu))));
        storeOffset(panel, group, V::halfToFloat(V::template shiftRight<16>(words)));
    }

    // ---- blocks of 256 values ----

    static Floats times(Floats d, Bits integers) { return V::multiply(d, V::toFloat(integers)); }
    /// −(d · integers), whose sign is exact wherever it is put.
    static Floats minusTimes(Floats d, Bits integers) { return V::multiply(V::negate(d), V::toFloat(integers)); }
    /// Byte `index` of every lane, zero- or sign-extended.
    template<int index>
    static Bits byte(Bits bits)
    {
        return V::bitAnd(V::template shiftRight<8 * index>(bits), V::all(255u));
    }
    static Bits minus(Bits bits, int subtrahend) { return V::add(bits, V::all(std::uint32_t(-subtrahend))); }

    /// Calls body(index constant) for 0 … count − 1.
    template<int count, typename Body>
    static void unroll(Body body)
    {
        if constexpr (count > 0) {
            unroll<count - 1>(body);
            body.template operator()<count - 1>();
        }
    }

    /// Units 0 to 3 of a Q4_K or Q5_K block: d and dmin, then the packed scales and minima of 8 groups.
    static void storePackedScales(WeightPanel& panel, const Bits head[4])
    {
        const Floats d = V::halfToFloat(V::bitAnd(head[0], V::all(0xffffu)));
        const Floats dmin = V::halfToFloat(V::template shiftRight<16>(head[0]));
        // Bytes g of these hold the number of group g and of group 4 + g.
        const Bits scales[2] = {mask(head[1], 63),
                                V::bitOr(low(head[3]), mask(V::template shiftRight<2>(head[1]), 0x30))};
        const Bits minima[2] = {mask(head[2], 63),
                                V::bitOr(high(head[3]), mask(V::template shiftRight<2>(head[2]), 0x30))};
        unroll<4>([&]<int g>() {
            for (int half = 0; half < 2; ++half) {
                storeScale(panel, 4 * half + g, times(d, byte<g>(scales[half])));
                storeOffset(panel, 4 * half + g, minusTimes(dmin, byte<g>(minima[half])));
            }
        });
    }

    static void decode(const quant::BlockQ4_K*, BlockRows rows, WeightPanel& panel)
    {
        Bits head[4];
        V::loadUnits(rows.data, rows.stride, head);
        storePackedScales(panel, head);
        for (int part = 0; part < 8; ++part) { // 16 bytes each; two make the low and high halves of 64 values
            Bits units[4];
            V::loadUnits(rows.data + 16 + 16 * part, rows.stride, units);
            const int first = part / 2 * 16 + part % 2 * 4;
            for (int i = 0; i < 4; ++i) {
                storeQ(panel, first + i, low(units[i]));
                storeQ(panel, first + 8 + i, high(units[i]));
            }
        }
    }

    static void decode(const quant::BlockQ5_K*, BlockRows rows, WeightPanel& panel)
    {
        Bits head[4];
        V::loadUnits(rows.data, rows.stride, head);
        storePackedScales(panel, head);
        Bits fifth[8]; // unit i: bit g of each byte belongs to unit i of group g
        V::loadUnits(rows.data + 16, rows.stride, fifth);
        V::loadUnits(rows.data + 32, rows.stride, fifth + 4);
        unroll<8>([&]<int part>() {
            Bits units[4];
            V::loadUnits(rows.data + 48 + 16 * part, rows.stride, units);
            constexpr int group = part / 2 * 2;
            for (int i = 0; i < 4; ++i) {
                const int unit = part % 2 * 4 + i;
                storeQ(panel, 8 * group + unit, V::bitOr(low(units[i]), fifthBit<group>(fifth[unit])));
                storeQ(panel, 8 * group + 8 + unit, V::bitOr(high(units[i]), fifthBit<group + 1>(fifth[unit])));
            }
        });
    }

    /// Bit `bit` of every byte, moved to bit 4.
    template<int bit>
    static Bits fifthBit(Bits bits)
    {
        if constexpr (bit < 4)
            return mask(V::template shiftLeft<4 - bit>(bits), 16);
        else
            return mask(V::template shiftRight<bit - 4>(bits), 16);
    }

    static void decode(const quant::BlockQ6_K*, BlockRows rows, WeightPanel& panel)
    {
        const Floats d = V::halfToFloat(V::loadHalves(rows.data + 208, rows.stride));
        Bits scales[4];
        V::loadUnits(rows.data + 192, rows.stride, scales);
        unroll<4>([&]<int unit>() {
            unroll<4>([&]<int i>() { storeScale(panel, 4 * unit + i, times(d, signedByte<i>(scales[unit]))); });
        });
        for (int half = 0; half < 2; ++half) {
            for (int part = 0; part < 2; ++part) { // 16 of the 32 bytes that hold the high bits of 4 runs of 32 values
                Bits top[4];
                V::loadUnits(rows.data + 128 + 32 * half + 16 * part, rows.stride, top);
                Bits first[4];
                V::loadUnits(rows.data + 64 * half + 16 * part, rows.stride, first);
                Bits second[4];
                V::loadUnits(rows.data + 64 * half + 32 + 16 * part, rows.stride, second);
                for (int i = 0; i < 4; ++i) {
                    const int unit = 32 * half + 4 * part + i;
                    storeQ(panel, unit, V::bitOr(low(first[i]), mask(V::template shiftLeft<4>(top[i]), 0x30)));
                    storeQ(panel, unit + 8, V::bitOr(low(second[i]), mask(V::template shiftLeft<2>(top[i]), 0x30)));
                    storeQ(panel, unit + 16, V::bitOr(high(first[i]), mask(top[i], 0x30)));
                    storeQ(panel, unit + 24, V::bitOr(high(second[i]), mask(V::template shiftRight<2>(top[i]), 0x30)));
                }
            }
        }
    }

    template<int index>
    static Bits signedByte(Bits bits)
    {
        return V::template shiftRightSigned<24>(V::template shiftLeft<24 - 8 * index>(bits));
    }

    static void decode(const quant::BlockQ2_K*, BlockRows rows, WeightPanel& panel)
    {
        const Bits words = V::loadWords(rows.data + 80, rows.stride);
        const Floats d = V::halfToFloat(V::bitAnd(words, V::all(0xffffu)));
        const Floats dmin = V::halfToFloat(V::template shiftRight<16>(words));
        Bits scales[4];
        V::loadUnits(rows.data, rows.stride, scales);
        unroll<4>([&]<int unit>() {
            unroll<4>([&]<int i>() {
                storeScale(panel, 4 * unit + i, times(d, byte<i>(low(scales[unit]))));
                storeOffset(panel, 4 * unit + i, minusTimes(dmin, byte<i>(high(scales[unit]))));
            });
        });
        for (int part = 0; part < 4; ++part)
            storePlanesOfTwo(panel, at(rows, 16 + 16 * part), part, [](Bits q, int) { return q; });
    }

    /// 16 of the 32 bytes that hold 4 runs of 32 values in planes of 2 bits; `part` counts them within the block.
    template<typename Transform>
    static void storePlanesOfTwo(WeightPanel& panel, BlockRows quants, int part, Transform transform)
    {
        Bits units[4];
        V::loadUnits(quants.data, quants.stride, units);
        for (int i = 0; i < 4; ++i) {
            const int unit = part / 2 * 32 + part % 2 * 4 + i;
            storeQ(panel, unit, transform(mask(units[i], 3), unit));
            storeQ(panel, unit + 8, transform(mask(V::template shiftRight<2>(units[i]), 3), unit + 8));
            storeQ(panel, unit + 16, transform(mask(V::template shiftRight<4>(units[i]), 3), unit + 16));
            storeQ(panel, unit + 24, transform(mask(V::template shiftRight<6>(units[i]), 3), unit + 24));
        }
    }

    static void decode(const quant::BlockQ3_K*, BlockRows rows, WeightPanel& panel)
    {
        const Floats d = V::halfToFloat(V::loadHalves(rows.data + 108, rows.stride));
        Bits packed[4]; // units 1 to 3 are the 12 bytes of scales
        V::loadUnits(rows.data + 92, rows.stride, packed);
        // Bytes i of these hold the scale of group 4 · unit + i.
        const Bits scales[4] = {
            V::bitOr(low(packed[1]), mask(V::template shiftLeft<4>(packed[3]), 0x30)),
            V::bitOr(low(packed[2]), mask(V::template shiftLeft<2>(packed[3]), 0x30)),
            V::bitOr(high(packed[1]), mask(packed[3], 0x30)),
            V::bitOr(high(packed[2]), mask(V::template shiftRight<2>(packed[3]), 0x30)),
        };
        unroll<4>([&]<int unit>() {
            unroll<4>([&]<int i>() { storeScale(panel, 4 * unit + i, times(d, minus(byte<i>(scales[unit]), 32))); });
        });
        Bits third[8]; // unit i: bit r of each byte belongs to unit i of run r of 32 values
        V::loadUnits(rows.data, rows.stride, third);
        V::loadUnits(rows.data + 16, rows.stride, third + 4);
        for (int part = 0; part < 4; ++part) {
            storePlanesOfTwo(panel, at(rows, 32 + 16 * part), part, [&](Bits q, int unit) {
                return V::bitOr(q, V::template shiftLeft<2>(mask(V::shiftRightBy(third[unit % 8], unit / 8), 1)));
            });
        }
    }

    static void decode(const quant::BlockIQ4_XS*, BlockRows rows, WeightPanel& panel)
    {
        Bits head[4]; // d and the high bits of the scales; their low bits; the first 8 bytes of quants
        V::loadUnits(rows.data, rows.stride, head);
        const Floats d = V::halfToFloat(V::bitAnd(head[0], V::all(0xffffu)));
        const Bits highBits = V::template shiftRight<16>(head[0]);
        unroll<8>([&]<int g>() {
            const Bits lowBits = V::bitAnd(V::template shiftRight<4 * g>(head[1]), V::all(15u));
            const Bits top = V::bitAnd(V::template shiftRight<2 * g>(highBits), V::all(3u));
            storeScale(panel, g, times(d, minus(V::bitOr(lowBits, V::template shiftLeft<4>(top)), 32)));
        });
        for (int g = 0; g < 8; ++g)
            storeNibbles(panel, g, at(rows, 8 + 16 * g), [](Bits q, int) { return levels(q); });
    }

    // ---- whole panels ----

    template<typename Block>
    static void decodePanel(BlockRows rows, int values, WeightPanel& panel)
    {
        if constexpr (Block::values == blockValues) {
            decode(static_cast<const Block*>(nullptr), rows, panel);
        } else {
            for (int block = 0; block < values / Block::values; ++block)
                decode(static_cast<const Block*>(nullptr), at(rows, block * std::ptrdiff_t(sizeof(Block))), panel,
                       block);
        }
    }
};

template<typename V>
void decodePanel(quant::TensorType type, const std::byte* rows, std::ptrdiff_t stride, int values, WeightPanel& panel)
{
    using quant::TensorType;
    using Decoder = PanelDecoder<V>;
    const BlockRows blocks {reinterpret_cast<const std::uint8_t*>(rows), stride};
    switch (type) {
    case TensorType::Q4_0:
        return Decoder::template decodePanel<quant::BlockQ4_0>(blocks, values, panel);
    case TensorType::Q4_1:
        return Decoder::template decodePanel<quant::BlockQ4_1>(blocks, values, panel);
    case TensorType::Q5_0:
        return Decoder::template decodePanel<quant::BlockQ5_0>(blocks, values, panel);
    case TensorType::Q5_1:
        return Decoder::template decodePanel<quant::BlockQ5_1>(blocks, values, panel);
    case TensorType::Q8_0:
        return Decoder::template decodePanel<quant::BlockQ8_0>(blocks, values, panel);
    case TensorType::Q2_K:
        return Decoder::template decodePanel<quant::BlockQ2_K>(blocks, values, panel);
    case TensorType::Q3_K:
        return Decoder::template decodePanel<quant::BlockQ3_K>(blocks, values, panel);
    case TensorType::Q4_K:
        return Decoder::template decodePanel<quant::BlockQ4_K>(blocks, values, panel);
    case TensorType::Q5_K:
        return Decoder::template decodePanel<quant::BlockQ5_K>(blocks, values, panel);
    case TensorType::Q6_K:
        return Decoder::template decodePanel<quant::BlockQ6_K>(blocks, values, panel);
    case TensorType::IQ4_NL:
        return Decoder::template decodePanel<quant::BlockIQ4_NL>(blocks, values, panel);
    case TensorType::IQ4_XS:
        return Decoder::template decodePanel<quant::BlockIQ4_XS>(blocks, values, panel);
    default:
        return;
    }
}

/// Plain weights: a unit is one f32 or two numbers of 16 bits. Reads up to a multiple of 16 bytes.
template<typename V>
void decodePlainPanel(quant::TensorType type, const std::byte* rows, std::ptrdiff_t stride, int values,
                      PlainPanel& panel)
{
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(rows);
    typename V::Bits units[4];
    if (type == quant::TensorType::F32) {
        for (int k = 0; k < values; k += 4) {
            V::loadUnits(bytes + 4 * k, stride, units);
            for (int i = 0; i < 4; ++i)
                V::store(panel.w[k + i], V::asFloats(units[i]));
        }
        return;
    }
    for (int k = 0; k < values; k += 8) {
        V::loadUnits(bytes + 2 * k, stride, units);
        for (int i = 0; i < 4; ++i) {
            float* first = panel.w[k + 2 * i];
            float* second = panel.w[k + 2 * i + 1];
            if (type == quant::TensorType::F16) {
                V::store(first, V::halfToFloat(V::bitAnd(units[i], V::all(0xffffu))));
                V::store(second, V::halfToFloat(V::template shiftRight<16>(units[i])));
            } else {
                V::store(first, V::asFloats(V::template shiftLeft<16>(units[i])));
                V::store(second, V::asFloats(V::bitAnd(units[i], V::all(0xffff0000u))));
            }
        }
    }
}

} // namespace lacuna::kernels
