// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of panels with activations, for any vector class V with a dot product (see avx512vnni.cpp for what it
// offers). A tile stays in registers: V::tileVectors<Kind> vectors of weight rows × V::tileTokens<Kind> tokens. Its
// vectors are of class V::TileVector, which may have fewer lanes than V: where registers are short, compilers move
// pairs of them through memory.

#include "kernels/simd/byte_panel.h"
#include "kernels/simd/constants.h"
#include "kernels/simd/prefetcher.h"

namespace lacuna::kernels {

/// The kinds of weight types that a kernel is made for: GroupTraits as constants.
template<int groupSizeValue, int largestQValue, bool hasOffsetValue, bool scalePerGroupValue>
struct GroupKind {
    static constexpr int groupSize = groupSizeValue;
    static constexpr int largestQ = largestQValue;
    static constexpr bool hasOffset = hasOffsetValue;
    static constexpr bool scalePerGroup = scalePerGroupValue;
};

/// Where a tile lies. Tiles go by copies: for all that the compiler knows, a tile's result could change a
/// QuantisedProduct, and the next tile would begin with waiting for it.
struct TilePlace {
    const WeightPanel* panel; ///< of the first row
    int row; ///< in the panel
    int groups;
    const ActivationBlock* x; ///< of the first token
    const ActivationSums* sums;
    const float* before;
    std::ptrdiff_t sumStride; ///< floats from token to token
    float* result;
    std::ptrdiff_t resultStride;
};

template<typename V, typename Kind, int tokens>
struct Tile {
    using T = typename V::TileVector;
    using Bits = typename T::Bits;
    using Floats = typename T::Floats;
    static constexpr int vectors = V::template tileVectors<Kind>;
    static constexpr int rows = vectors * T::lanes;
    static constexpr int units = Kind::groupSize / 4;
    static constexpr bool folds = V::foldsSubScales && !Kind::scalePerGroup;
    using Dot = typename V::template Dot<Kind::largestQ, units>;

    /// The weights of a vector.
    struct Weights {
        const BytePanel* panel;
        int row;
    };

    [[gnu::always_inline]] static void multiply(const TilePlace place)
    {
        Weights weights[vectors];
        for (int v = 0; v < vectors; ++v) {
            const int row = v * T::lanes;
            weights[v] = {reinterpret_cast<const BytePanel*>(place.panel + row / panelRows),
                          place.row + row % panelRows};
        }
        const ActivationBlock* x = place.x;
        const ActivationSums* sums = place.sums;
        Floats s[vectors][tokens];
        if constexpr (folds)
            addBlock(weights, x, sums, s);
        else
            addGroups(weights, place.groups, x, sums, s);
        if constexpr (!Kind::scalePerGroup)
            finishBlock(weights, sums, s);
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
                    T::store(result + column, T::fma(s[v][t], T::all(x[t].scale[0]), c));
            }
            before += place.sumStride;
            result += place.resultStride;
        }
    }

private:
    /// sum += the products of group g. All of a group's partial sums are variables of their own: what lives on from
    /// group to group may not lie in one structure with them, or compilers keep both in memory.
    static void addProducts(const Weights* weights, int g, const ActivationBlock* x, const ActivationSums* sums,
                            const Bits (&factors)[vectors], Bits (&sum)[vectors][tokens])
    {
        typename Dot::Partial partial[vectors][tokens];
        if constexpr (Dot::startsWords) {
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
#pragma GCC unroll 4
                for (int v = 0; v < vectors; ++v)
                    partial[v][t] = T::broadcast(sums[t].startOfWords[g]);
            }
        }
#pragma GCC unroll 8
        for (int unit = 0; unit < units; ++unit) {
            typename Dot::Weights w[vectors];
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                w[v] = Dot::load(weights[v].panel->q[g * units + unit] + weights[v].row);
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
                const Bits four = T::broadcast(x[t].q + g * Kind::groupSize + 4 * unit);
#pragma GCC unroll 4
                for (int v = 0; v < vectors; ++v)
                    Dot::add(sum[v][t], partial[v][t], w[v], four, unit, factors[v]);
            }
        }
    }

    /// sum = what the dot products of each token start at.
    template<typename Start>
    static void begin(Bits (&sum)[vectors][tokens], Start ofToken)
    {
#pragma GCC unroll 16
        for (int t = 0; t < tokens; ++t) {
            const Bits start = T::all(ofToken(t));
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                sum[v][t] = start;
        }
    }

    /// s = Σ sub-scale · dot product, by dot products that take in the sub-scales.
    static void addBlock(const Weights* weights, const ActivationBlock* x, const ActivationSums* sums,
                         Floats (&s)[vectors][tokens])
    {
        Bits sum[vectors][tokens];
        begin(sum, [](int) { return 0u; });
        const auto add = [&](int g) __attribute__((always_inline))
        {
            Bits factors[vectors];
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                factors[v] = T::load(weights[v].panel->subScale[g] + weights[v].row);
            addProducts(weights, g, x, sums, factors, sum);
        };
        // All of a block's groups, for tiles of several sizes, are more code than processors keep decoded: Zen 5 took
        // half as long again. Half of a block is not.
        if constexpr (Kind::groupSize == 16) {
#pragma GCC unroll 8
            for (int g = 0; g < blockValues / Kind::groupSize; ++g)
                add(g);
        } else {
#pragma GCC unroll 4
            for (int g = 0; g < blockValues / Kind::groupSize; ++g)
                add(g);
        }
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t)
                s[v][t] = T::toFloat(sum[v][t]);
        }
    }

    static void addGroups(const Weights* weights, int groups, const ActivationBlock* x, const ActivationSums* sums,
                          Floats (&s)[vectors][tokens])
    {
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t)
                s[v][t] = T::all(0.0f);
        }
        for (int g = 0; g < groups; ++g)
            addGroup(weights, g, x, sums, s);
    }

    static void addGroup(const Weights* weights, int g, const ActivationBlock* x, const ActivationSums* sums,
                         Floats (&s)[vectors][tokens])
    {
        Bits sum[vectors][tokens];
        Bits factors[vectors];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            factors[v] = T::all(0x00010001u);
        begin(sum, [&](int t) {
            const bool hasStart = Dot::takesZeroPoint && !Kind::hasOffset;
            return V::dotBias + (hasStart ? std::uint32_t(sums[t].start[g]) : 0u);
        });
        addProducts(weights, g, x, sums, factors, sum);
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            const Floats scale = T::load(weights[v].panel->scale[g] + weights[v].row);
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
                const Floats dot = V::dotToFloat(sum[v][t]);
                if constexpr (Kind::scalePerGroup)
                    s[v][t] = T::fma(T::multiply(dot, scale), T::all(x[t].scale[g]), s[v][t]);
                else
                    s[v][t] = T::fma(dot, scale, s[v][t]);
            }
            if constexpr (Kind::hasOffset && Kind::scalePerGroup) {
                const Floats offset = T::load(weights[v].panel->offset[g] + weights[v].row);
#pragma GCC unroll 16
                for (int t = 0; t < tokens; ++t)
                    s[v][t] = T::fma(offset, T::all(sums[t].sum[g]), s[v][t]);
            }
        }
    }

    /// Σ minimum · sum of the group's activations, of each token.
    static void addMinima(const Weights* weights, const ActivationSums* sums, Bits (&minima)[vectors][tokens])
    {
        begin(minima, [](int) { return 0u; });
#pragma GCC unroll 8
        for (int pair = 0; pair < blockValues / Kind::groupSize / 2; ++pair) {
            Bits w[vectors];
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                w[v] = T::load(weights[v].panel->minima[pair] + weights[v].row);
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
    static void finishBlock(const Weights* weights, const ActivationSums* sums, Floats (&s)[vectors][tokens])
    {
        Bits minima[vectors][tokens];
        if constexpr (Kind::hasOffset)
            addMinima(weights, sums, minima);
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            const Floats d = T::load(weights[v].panel->block + weights[v].row);
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
                s[v][t] = T::multiply(d, s[v][t]);
                if constexpr (Kind::hasOffset) {
                    const Floats minus = T::load(weights[v].panel->minusMinimumScale + weights[v].row);
                    s[v][t] = T::fma(minus, T::toFloat(minima[v][t]), s[v][t]);
                }
            }
        }
    }
};

/// Cuts `tokens` into tiles of nearly equal size, ≤ largest, and calls body<size>() for each in order: a small
/// remainder would leave registers unused.
template<int largest, typename Body>
void forEachTile(int tokens, Body body)
{
    const int tiles = (tokens + largest - 1) / largest;
    for (int tile = tiles; tile > 0; --tile) {
        const int size = (tokens + tile - 1) / tile;
        withConstant<largest>(size, body);
        tokens -= size;
    }
}

template<typename V, typename Kind>
void multiplyKind(const QuantisedProduct& product)
{
    constexpr int tileTokens = V::template tileTokens<Kind>;
    Prefetcher<V> prefetcher(product.next, (product.tokens + tileTokens - 1) / tileTokens);
    const int rows = product.panelCount * panelRows;
    TilePlace tokens {product.panels, 0,    product.groups, product.x,           product.sums,
                      product.sum,    rows, product.result, product.resultStride};
    forEachTile<tileTokens>(product.tokens, [&]<int size>() {
        using Tile = Tile<V, Kind, size>;
        prefetcher.step();
        TilePlace place = tokens;
        for (int row = 0; row < rows; row += Tile::rows) {
            place.panel = tokens.panel + row / panelRows;
            place.row = row % panelRows;
            Tile::multiply(place);
            place.before += Tile::rows;
            place.result += Tile::rows;
        }
        tokens.x += size;
        tokens.sums += size;
        tokens.before += size * tokens.sumStride;
        tokens.result += size * tokens.resultStride;
    });
}

template<typename V>
void multiplyPanels(const QuantisedProduct& product)
{
    const GroupTraits& traits = product.traits;
    const auto run = [&]<typename Kind>(Kind) {
        multiplyKind<V, Kind>(product);
    };
    if (traits.groupSize == 16)
        return traits.hasOffset ? run(GroupKind<16, 15, true, false>()) : run(GroupKind<16, 63, false, false>());
    const auto runWide = [&]<bool hasOffset, bool scalePerGroup>() {
        if (traits.largestQ <= 15)
            return run(GroupKind<32, V::template coveredQ<15>, hasOffset, scalePerGroup>());
        if (traits.largestQ <= 31)
            return run(GroupKind<32, V::template coveredQ<31>, hasOffset, scalePerGroup>());
        if constexpr (!hasOffset)
            run(GroupKind<32, 255, false, scalePerGroup>());
    };
    if (traits.scalePerGroup)
        return traits.hasOffset ? runWide.template operator()<true, true>()
                                : runWide.template operator()<false, true>();
    return traits.hasOffset ? runWide.template operator()<true, false>() : run(GroupKind<32, 255, false, false>());
}

/// c += w · x for dense f32 panels.
template<typename V, int panels, int tokens>
void multiplyPlainTile(const PlainProduct& product, const float* w, const float* x, float* c)
{
    typename V::Floats s[panels][tokens];
    for (int p = 0; p < panels; ++p) {
        for (int t = 0; t < tokens; ++t)
            s[p][t] = V::all(0.0f);
    }
    for (int k = 0; k < product.values; ++k) {
        typename V::Floats weights[panels];
        for (int p = 0; p < panels; ++p)
            weights[p] = V::load(w + p * product.panelStride + k * panelRows);
        for (int t = 0; t < tokens; ++t) {
            const typename V::Floats value = V::all(x[t * product.xStride + k]);
            for (int p = 0; p < panels; ++p)
                s[p][t] = V::fma(weights[p], value, s[p][t]);
        }
    }
    for (int p = 0; p < panels; ++p) {
        for (int t = 0; t < tokens; ++t) {
            float* to = c + t * product.cStride + p * panelRows;
            V::store(to, V::add(V::load(to), s[p][t]));
        }
    }
}

/// All tokens with some panels, which meanwhile stay in the nearest cache.
template<typename V, int panels>
void multiplyPlainPanels(const PlainProduct& product, int firstPanel)
{
    const float* w = product.w + firstPanel * product.panelStride;
    const float* x = product.x;
    float* c = product.c + firstPanel * panelRows;
    forEachTile<V::plainTileTokens>(product.tokens, [&]<int size>() {
        multiplyPlainTile<V, panels, size>(product, w, x, c);
        x += size * product.xStride;
        c += size * product.cStride;
    });
}

template<typename V>
void multiplyPlain(const PlainProduct& product)
{
    int p = 0;
    for (; p + V::plainTilePanels <= product.panels; p += V::plainTilePanels)
        multiplyPlainPanels<V, V::plainTilePanels>(product, p);
    for (; p < product.panels; ++p)
        multiplyPlainPanels<V, 1>(product, p);
}

} // namespace lacuna::kernels
