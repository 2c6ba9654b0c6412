// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Products of weight rows with activations that stay in registers, for any vector class V with a dot product (see
// avx512vnni.cpp for what it offers): `vectors` vectors of weight rows × tokens. The vectors are of class
// V::TileVector, which may have fewer lanes than V: where registers are short, compilers move pairs of them through
// memory.

#include "kernels/simd/byte_panel.h"
#include "kernels/simd/constants.h"

namespace lacuna::kernels {

/// The kinds of weight types that a kernel is made for: GroupTraits as constants.
template<int groupSizeValue, int largestQValue, bool hasOffsetValue, bool scalePerGroupValue>
struct GroupKind {
    static constexpr int groupSize = groupSizeValue;
    static constexpr int largestQ = largestQValue;
    static constexpr bool hasOffset = hasOffsetValue;
    static constexpr bool scalePerGroup = scalePerGroupValue;
};

/// The largest q that the dot products for a block format are made for.
template<typename V, typename Block>
constexpr int coveredQOf()
{
    if (Block::decoded.groupSize == 16)
        return Block::decoded.hasOffset ? 15 : 63;
    if (Block::decoded.largestQ <= 15)
        return V::template coveredQ<15>;
    return Block::decoded.largestQ <= 31 ? V::template coveredQ<31> : 255;
}
/// What a block format is to the kernels.
template<typename V, typename Block>
using KindOf =
    GroupKind<Block::decoded.groupSize, coveredQOf<V, Block>(), Block::decoded.hasOffset, Block::values != blockValues>;

/// Where a tile's sums come from and go to.
struct TilePlace {
    const ActivationBlock* x; ///< of the first token
    const ActivationSums* sums;
    const float* before; ///< tokens × 32
    float* result;
    std::ptrdiff_t resultStride; ///< floats from token to token
};

/// The steps that a tile's product with a block of weights is made of. All that they keep are variables of the
/// caller's: of what lies in one structure, compilers keep all in memory if they do so with some.
template<typename V, typename Kind, int vectorsValue, int tokens>
struct TileSteps {
    using T = typename V::TileVector;
    using Bits = typename T::Bits;
    using Floats = typename T::Floats;
    static constexpr int vectors = vectorsValue;
    static constexpr int units = Kind::groupSize / 4;
    static constexpr bool folds = V::foldsSubScales && !Kind::scalePerGroup;
    using Dot = typename V::template Dot<Kind::largestQ, units>;
    using Partial = typename Dot::Partial;

    /// A vector's rows in a panel.
    struct Rows {
        const BytePanel* panel;
        int row;
    };

    /// The sums of a block begin: those of dot products that take in the sub-scales, or else those of floats.
    [[gnu::always_inline]] static void beginBlock(Bits (&sum)[vectors][tokens], Floats (&s)[vectors][tokens])
    {
        if constexpr (folds) {
            begin(sum, [](int) { return 0u; });
            return;
        }
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t)
                s[v][t] = T::all(0.0f);
        }
    }

    [[gnu::always_inline]] static void beginGroup(const Rows* rows, int g, const ActivationSums* sums,
                                                  Bits (&factors)[vectors], Partial (&partial)[vectors][tokens],
                                                  Bits (&sum)[vectors][tokens])
    {
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            if constexpr (folds)
                factors[v] = T::load(rows[v].panel->subScale[g] + rows[v].row);
            else
                factors[v] = T::all(0x00010001u);
        }
        if constexpr (!folds) {
            begin(sum, [&](int t) {
                const bool hasStart = Dot::takesZeroPoint && !Kind::hasOffset;
                return V::dotBias + (hasStart ? std::uint32_t(sums[t].start[g]) : 0u);
            });
        }
        if constexpr (Dot::startsWords) {
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
#pragma GCC unroll 4
                for (int v = 0; v < vectors; ++v)
                    partial[v][t] = T::broadcast(sums[t].startOfWords[g]);
            }
        }
    }

    /// The products of a unit of group g.
    [[gnu::always_inline]] static void addUnit(const typename Dot::Weights (&w)[vectors], int g, int unit,
                                               const ActivationBlock* x, const Bits (&factors)[vectors],
                                               Partial (&partial)[vectors][tokens], Bits (&sum)[vectors][tokens])
    {
#pragma GCC unroll 16
        for (int t = 0; t < tokens; ++t) {
            const Bits four = T::broadcast(x[t].q + g * Kind::groupSize + 4 * unit);
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                Dot::add(sum[v][t], partial[v][t], w[v], four, unit, factors[v]);
        }
    }

    [[gnu::always_inline]] static void endGroup(const Rows* rows, int g, const ActivationBlock* x,
                                                const ActivationSums* sums, const Bits (&sum)[vectors][tokens],
                                                Floats (&s)[vectors][tokens])
    {
        if constexpr (folds)
            return;
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            const Floats scale = T::load(rows[v].panel->scale[g] + rows[v].row);
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
                const Floats dot = V::dotToFloat(sum[v][t]);
                if constexpr (Kind::scalePerGroup)
                    s[v][t] = T::fma(T::multiply(dot, scale), T::all(x[t].scale[g]), s[v][t]);
                else
                    s[v][t] = T::fma(dot, scale, s[v][t]);
            }
            if constexpr (Kind::hasOffset && Kind::scalePerGroup) {
                const Floats offset = T::load(rows[v].panel->offset[g] + rows[v].row);
#pragma GCC unroll 16
                for (int t = 0; t < tokens; ++t)
                    s[v][t] = T::fma(offset, T::all(sums[t].sum[g]), s[v][t]);
            }
        }
    }

    /// Puts the block's sums to those before it.
    [[gnu::always_inline]] static void endBlock(const Rows* rows, const TilePlace& place,
                                                const Bits (&sum)[vectors][tokens], Floats (&s)[vectors][tokens])
    {
        if constexpr (folds) {
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v) {
#pragma GCC unroll 16
                for (int t = 0; t < tokens; ++t)
                    s[v][t] = T::toFloat(sum[v][t]);
            }
        }
        if constexpr (!Kind::scalePerGroup)
            scaleBlock(rows, place.sums, s);
        const float* before = place.before;
        float* result = place.result;
#pragma GCC unroll 16
        for (int t = 0; t < tokens; ++t) {
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v) {
                const int column = v * T::lanes;
                const Floats c = T::load(before + column);
                if constexpr (Kind::scalePerGroup)
                    T::store(result + column, T::add(c, s[v][t]));
                else
                    T::store(result + column, T::fma(s[v][t], T::all(place.x[t].scale[0]), c));
            }
            before += productRows;
            result += place.resultStride;
        }
    }

private:
    /// sum = what the dot products of each token start at.
    template<typename Start>
    [[gnu::always_inline]] static void begin(Bits (&sum)[vectors][tokens], Start ofToken)
    {
#pragma GCC unroll 16
        for (int t = 0; t < tokens; ++t) {
            const Bits start = T::all(ofToken(t));
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                sum[v][t] = start;
        }
    }

    /// Σ minimum · sum of the group's activations, of each token.
    [[gnu::always_inline]] static void addMinima(const Rows* rows, const ActivationSums* sums,
                                                 Bits (&minima)[vectors][tokens])
    {
        begin(minima, [](int) { return 0u; });
#pragma GCC unroll 8
        for (int pair = 0; pair < blockValues / Kind::groupSize / 2; ++pair) {
            Bits w[vectors];
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                w[v] = T::load(rows[v].panel->minima[pair] + rows[v].row);
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
                const Bits two = T::broadcast(sums[t].pairs[pair]);
#pragma GCC unroll 4
                for (int v = 0; v < vectors; ++v)
                    minima[v][t] = V::dotWords(minima[v][t], w[v], two);
            }
        }
    }

    /// s = d · s − dmin · minima.
    [[gnu::always_inline]] static void scaleBlock(const Rows* rows, const ActivationSums* sums,
                                                  Floats (&s)[vectors][tokens])
    {
        Bits minima[vectors][tokens];
        if constexpr (Kind::hasOffset)
            addMinima(rows, sums, minima);
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            const Floats d = T::load(rows[v].panel->block + rows[v].row);
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
                s[v][t] = T::multiply(d, s[v][t]);
                if constexpr (Kind::hasOffset) {
                    const Floats minus = T::load(rows[v].panel->minusMinimumScale + rows[v].row);
                    s[v][t] = T::fma(minus, T::toFloat(minima[v][t]), s[v][t]);
                }
            }
        }
    }
};

} // namespace lacuna::kernels
