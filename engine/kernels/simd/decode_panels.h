// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoding of weight blocks into panels, for any vector class V of 16 lanes of 32 bits (see vector_512.h for what it
// offers) and any form of panel. A lane belongs to a weight row. The bytes of 16 rows' blocks are first turned round,
// so that a vector holds the same four bytes ("a unit") of all rows; from there on every format is a few operations on
// whole vectors, the same for all rows, and four consecutive values of a row come out side by side, which is what a
// panel wants.
//
// The results go to a Writer<Block>:
//   scale(g, floats), offset(g, floats)  of group g, for formats whose groups are blocks of their own;
//   block(d), minimumScale(dmin)         of the block, for formats of 256 values, and of its groups
//   subScale(g, integers), minima(i, integers of group 2i, of group 2i + 1);
//   q<unit>(run, bytes)                  values 32 · run + 4 · unit …, unsigned as in quant/decoded.h; in order, and
//                                        after the scales.

#include "kernels/simd/units.h"

namespace lacuna::kernels {

template<typename V, typename Writer>
struct BlockDecoder {
    using U = Units<V>;
    using Bits = typename V::Bits;
    using Floats = typename V::Floats;

    // ---- blocks of 32 values; `block` counts them within the panel ----

    /// A run of 32 values; unit<i>() makes unit i.
    template<typename Unit>
    [[gnu::always_inline]] static void writeRun(Writer& out, int run, Unit unit)
    {
        unroll<8>([&]<int i>()
                      __attribute__((always_inline)) { out.template q<i>(run, unit.template operator()<i>()); });
    }

    /// 16 bytes of nibbles as 32 values, the low halves first; transform<unit of the run>(q) makes the value of it.
    template<typename Transform>
    [[gnu::always_inline]] static void writeNibbles(Writer& out, int run, typename U::Four quants, Transform transform)
    {
        writeRun(out, run, [&]<int i>() {
            return transform.template operator()<i>(i < 4 ? U::low(quants[i % 4]) : U::high(quants[i % 4]));
        });
    }

    /// d in the low half of each word, m in the high one.
    [[gnu::always_inline]] static void writeScaleAndOffset(Writer& out, int block, Bits words)
    {
        out.scale(block, V::halfToFloat(U::lowHalf(words)));
        out.offset(block, V::halfToFloat(U::highHalf(words)));
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ4_0*, BlockRows rows, Writer& out, int block)
    {
        out.scale(block, V::halfToFloat(U::halves(rows, 0)));
        writeNibbles(out, block, {rows, 2}, []<int>(Bits q) { return q; });
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ4_1*, BlockRows rows, Writer& out, int block)
    {
        writeScaleAndOffset(out, block, U::words(rows, 0));
        writeNibbles(out, block, {rows, 4}, []<int>(Bits q) { return q; });
    }

    /// Bit i of the 32 belongs to value i: those of a unit's four values, each moved to bit 4 of its byte. The product
    /// puts copies of the four bits side by side so that each byte finds its own at its lowest place.
    template<int unit>
    static Bits fifthBits(Bits bits)
    {
        const Bits four = V::bitAnd(V::template shiftRight<4 * unit>(bits), V::all(15u));
        return V::template shiftLeft<4>(U::mask(V::multiply(four, V::all(0x00204081u)), 1));
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ5_0*, BlockRows rows, Writer& out, int block)
    {
        out.scale(block, V::halfToFloat(U::halves(rows, 0)));
        const Bits bits = U::words(rows, 2);
        writeNibbles(out, block, {rows, 6}, [bits]<int unit>(Bits q) { return V::bitOr(q, fifthBits<unit>(bits)); });
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ5_1*, BlockRows rows, Writer& out, int block)
    {
        writeScaleAndOffset(out, block, U::words(rows, 0));
        const Bits bits = U::words(rows, 4);
        writeNibbles(out, block, {rows, 8}, [bits]<int unit>(Bits q) { return V::bitOr(q, fifthBits<unit>(bits)); });
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ8_0*, BlockRows rows, Writer& out, int block)
    {
        out.scale(block, V::halfToFloat(U::halves(rows, 0)));
        const typename U::Eight quants(rows, 2);
        writeRun(out, block, [&]<int i>() { // int8 to unsigned with zero point 128
            return V::bitXor(quants[i], V::all(U::eachByte(0x80)));
        });
    }

    /// Nibbles are indices into the levels, which are int8; a zero point of 128 makes them unsigned.
    static Bits levels(Bits indices)
    {
        return V::bitXor(V::lookUp(quant::iq4Levels, indices), V::all(U::eachByte(0x80)));
    }

    [[gnu::always_inline]] static void decode(const quant::BlockIQ4_NL*, BlockRows rows, Writer& out, int block)
    {
        out.scale(block, V::halfToFloat(U::halves(rows, 0)));
        writeNibbles(out, block, {rows, 2}, []<int>(Bits q) { return levels(q); });
    }

    // ---- blocks of 256 values ----

    static Bits minus32(Bits bits) { return V::add(bits, V::all(std::uint32_t(-32))); }

    /// d and dmin in the halves of each word.
    [[gnu::always_inline]] static void writeScales(Writer& out, Bits words)
    {
        out.block(V::halfToFloat(U::lowHalf(words)));
        out.minimumScale(V::halfToFloat(U::highHalf(words)));
    }

    /// Units 0 to 3 of a Q4_K or Q5_K block: d and dmin, then the packed scales and minima of 8 groups.
    [[gnu::always_inline]] static void writePackedScales(Writer& out, typename U::Four head)
    {
        writeScales(out, head[0]);
        // Bytes g of these hold the number of group g and of group 4 + g.
        const Bits scales[2] = {U::mask(head[1], 63), V::bitOr(U::low(head[3]), U::template moved<-2>(head[1], 0x30))};
        const Bits minima[2] = {U::mask(head[2], 63), V::bitOr(U::high(head[3]), U::template moved<-2>(head[2], 0x30))};
        unroll<4>([&]<int g>() {
            out.subScale(g, U::template byte<g>(scales[0]));
            out.subScale(4 + g, U::template byte<g>(scales[1]));
        });
        unroll<2>([&]<int pair>() {
            out.minima(pair, U::template byte<2 * pair>(minima[0]), U::template byte<2 * pair + 1>(minima[0]));
            out.minima(2 + pair, U::template byte<2 * pair>(minima[1]), U::template byte<2 * pair + 1>(minima[1]));
        });
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ4_K*, BlockRows rows, Writer& out)
    {
        writePackedScales(out, {rows, 0});
        for (int run = 0; run < 8; run += 2) {
            const typename U::Eight quants(rows, 16 + 16 * run);
            writeRun(out, run, [&]<int i>() { return U::low(quants[i]); });
            writeRun(out, run + 1, [&]<int i>() { return U::high(quants[i]); });
        }
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ5_K*, BlockRows rows, Writer& out)
    {
        writePackedScales(out, {rows, 0});
        typename U::Eight fifth(rows, 16); // the lowest bits of each byte belong to the next runs
        for (int run = 0; run < 8; run += 2) {
            const typename U::Eight quants(rows, 48 + 16 * run);
            writeRun(out, run,
                     [&]<int i>() { return V::bitOr(U::low(quants[i]), U::template moved<4>(fifth[i], 16)); });
            writeRun(out, run + 1,
                     [&]<int i>() { return V::bitOr(U::high(quants[i]), U::template moved<3>(fifth[i], 16)); });
            fifth.template shiftRight<2>();
        }
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ6_K*, BlockRows rows, Writer& out)
    {
        out.block(V::halfToFloat(U::halves(rows, 208)));
        const typename U::Four scales(rows, 192);
        unroll<16>([&]<int g>() { out.subScale(g, U::template signedByte<g % 4>(scales[g / 4])); });
        for (int half = 0; half < 2; ++half) {
            const typename U::Eight first(rows, 64 * half);
            const typename U::Eight second(rows, 64 * half + 32);
            const typename U::Eight top(rows, 128 + 32 * half); // two bits each of 4 runs
            const int run = 4 * half;
            writeRun(out, run, [&]<int i>() { return V::bitOr(U::low(first[i]), U::template moved<4>(top[i], 0x30)); });
            writeRun(out, run + 1,
                     [&]<int i>() { return V::bitOr(U::low(second[i]), U::template moved<2>(top[i], 0x30)); });
            writeRun(out, run + 2,
                     [&]<int i>() { return V::bitOr(U::high(first[i]), U::template moved<0>(top[i], 0x30)); });
            writeRun(out, run + 3,
                     [&]<int i>() { return V::bitOr(U::high(second[i]), U::template moved<-2>(top[i], 0x30)); });
        }
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ2_K*, BlockRows rows, Writer& out)
    {
        writeScales(out, U::words(rows, 80));
        const typename U::Four scales(rows, 0);
        unroll<16>([&]<int g>() { out.subScale(g, U::template byte<g % 4>(U::low(scales[g / 4]))); });
        unroll<8>([&]<int pair>() {
            const Bits minima = U::high(scales[pair / 2]);
            out.minima(pair, U::template byte<pair % 2 * 2>(minima), U::template byte<pair % 2 * 2 + 1>(minima));
        });
        for (int half = 0; half < 2; ++half) {
            const typename U::Eight quants(rows, 16 + 32 * half);
            unroll<4>([&]<int plane>() {
                writeRun(out, 4 * half + plane, [&]<int i>() { return U::template moved<-2 * plane>(quants[i], 3); });
            });
        }
    }

    [[gnu::always_inline]] static void decode(const quant::BlockQ3_K*, BlockRows rows, Writer& out)
    {
        out.block(V::halfToFloat(U::halves(rows, 108)));
        const typename U::Four packed(rows, 92); // units 1 to 3 are the 12 bytes of scales
        // Bytes i of these hold the scale of group 4 · unit + i.
        const Bits scales[4] = {
            V::bitOr(U::low(packed[1]), U::template moved<4>(packed[3], 0x30)),
            V::bitOr(U::low(packed[2]), U::template moved<2>(packed[3], 0x30)),
            V::bitOr(U::high(packed[1]), U::template moved<0>(packed[3], 0x30)),
            V::bitOr(U::high(packed[2]), U::template moved<-2>(packed[3], 0x30)),
        };
        unroll<16>([&]<int g>() { out.subScale(g, minus32(U::template byte<g % 4>(scales[g / 4]))); });
        typename U::Eight third(rows, 0); // the lowest bits of each byte belong to the next runs
        for (int half = 0; half < 2; ++half) {
            const typename U::Eight quants(rows, 32 + 32 * half);
            unroll<4>([&]<int plane>() {
                writeRun(out, 4 * half + plane, [&]<int i>() {
                    return V::bitOr(U::template moved<-2 * plane>(quants[i], 3),
                                    U::template moved<2 - plane>(third[i], 4));
                });
            });
            third.template shiftRight<4>();
        }
    }

    [[gnu::always_inline]] static void decode(const quant::BlockIQ4_XS*, BlockRows rows, Writer& out)
    {
        const typename U::Four head(rows, 0); // d and the high bits of the scales; their low bits; 8 bytes of quants
        out.block(V::halfToFloat(U::lowHalf(head[0])));
        const Bits highBits = U::highHalf(head[0]);
        unroll<8>([&]<int g>() {
            const Bits lowBits = V::bitAnd(V::template shiftRight<4 * g>(head[1]), V::all(15u));
            const Bits top = V::bitAnd(V::template shiftRight<2 * g>(highBits), V::all(3u));
            out.subScale(g, minus32(V::bitOr(lowBits, V::template shiftLeft<4>(top))));
        });
        for (int g = 0; g < 8; ++g)
            writeNibbles(out, g, {rows, 8 + 16 * g}, []<int>(Bits q) { return levels(q); });
    }
};

/// Decodes `values` inputs of V::lanes rows by a writer.
template<typename V, typename Block, typename Writer>
[[gnu::always_inline]] inline void decodeBlocks(BlockRows blocks, int values, Writer& out)
{
    const Block* block = nullptr;
    if constexpr (Block::values == blockValues) {
        BlockDecoder<V, Writer>::decode(block, blocks, out);
    } else {
        for (int i = 0; i < values / Block::values; ++i, blocks.data += sizeof(Block))
            BlockDecoder<V, Writer>::decode(block, blocks, out, i);
    }
}

/// Calls body<Block>() for the blocks of a quantised type that runs.
template<typename Body>
void withBlockOf(quant::TensorType type, Body body)
{
    using quant::TensorType;
    switch (type) {
    case TensorType::Q4_0:
        return body.template operator()<quant::BlockQ4_0>();
    case TensorType::Q4_1:
        return body.template operator()<quant::BlockQ4_1>();
    case TensorType::Q5_0:
        return body.template operator()<quant::BlockQ5_0>();
    case TensorType::Q5_1:
        return body.template operator()<quant::BlockQ5_1>();
    case TensorType::Q8_0:
        return body.template operator()<quant::BlockQ8_0>();
    case TensorType::Q2_K:
        return body.template operator()<quant::BlockQ2_K>();
    case TensorType::Q3_K:
        return body.template operator()<quant::BlockQ3_K>();
    case TensorType::Q4_K:
        return body.template operator()<quant::BlockQ4_K>();
    case TensorType::Q5_K:
        return body.template operator()<quant::BlockQ5_K>();
    case TensorType::Q6_K:
        return body.template operator()<quant::BlockQ6_K>();
    case TensorType::IQ4_NL:
        return body.template operator()<quant::BlockIQ4_NL>();
    case TensorType::IQ4_XS:
        return body.template operator()<quant::BlockIQ4_XS>();
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
