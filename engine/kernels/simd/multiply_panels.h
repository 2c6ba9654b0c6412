// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of panels with activations, for any vector class V with a dot product (see avx512vnni.cpp for what it
// offers). A tile of V::tilePanels panels × a few tokens stays in registers; V::tileTokens is how many fit.

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

template<typename V, typename Kind, int tokens>
struct Tile {
    using Bits = typename V::Bits;
    using Floats = typename V::Floats;
    static constexpr int panels = V::tilePanels;
    static constexpr int units = Kind::groupSize / 4;
    using Dot = typename V::template Dot<Kind::largestQ, units>;

    /// Panels from `firstPanel` on, tokens from `firstToken` on.
    static void multiply(const QuantisedProduct& product, int firstPanel, int firstToken)
    {
        const WeightPanel* weights = product.panels + firstPanel;
        const ActivationBlock* x = product.x + firstToken;
        const ActivationSums* sums = product.sums + firstToken;
        Floats s[panels][tokens];
        for (int p = 0; p < panels; ++p) {
            for (int t = 0; t < tokens; ++t)
                s[p][t] = V::all(0.0f);
        }
        for (int g = 0; g < product.groups; ++g)
            addGroup(weights, g, x, sums, s);
        for (int p = 0; p < panels; ++p) {
            const BytePanel& panel = form(weights[p]);
            for (int t = 0; t < tokens; ++t) {
                const int column = (firstPanel + p) * panelRows;
                const Floats before = V::load(product.sum + (firstToken + t) * product.panelCount * panelRows + column);
                float* result = product.result + (firstToken + t) * product.resultStride + column;
                if constexpr (Kind::scalePerGroup)
                    V::store(result, V::add(before, s[p][t]));
                else
                    V::store(result, V::fma(ofBlock(panel, s[p][t], sums[t]), V::all(x[t].scale[0]), before));
            }
        }
    }

private:
    static const BytePanel& form(const WeightPanel& panel) { return reinterpret_cast<const BytePanel&>(panel); }

    static void addGroup(const WeightPanel* weights, int g, const ActivationBlock* x, const ActivationSums* sums,
                         Floats (&s)[panels][tokens])
    {
        Dot dot[panels][tokens];
#pragma GCC unroll 16
        for (int t = 0; t < tokens; ++t) {
            const Bits start = V::all(Kind::hasOffset ? 0 : std::uint32_t(sums[t].start[g]));
#pragma GCC unroll 4
            for (int p = 0; p < panels; ++p)
                dot[p][t].begin(start);
        }
#pragma GCC unroll 8
        for (int unit = 0; unit < units; ++unit) {
            typename Dot::Weights w[panels];
#pragma GCC unroll 4
            for (int p = 0; p < panels; ++p)
                w[p] = Dot::load(form(weights[p]).q[g * units + unit]);
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
                const Bits four = V::broadcast(x[t].q + g * Kind::groupSize + 4 * unit);
#pragma GCC unroll 4
                for (int p = 0; p < panels; ++p)
                    dot[p][t].add(w[p], four, unit);
            }
        }
#pragma GCC unroll 4
        for (int p = 0; p < panels; ++p) {
            const Floats scale = V::load(form(weights[p]).scale[g]);
#pragma GCC unroll 16
            for (int t = 0; t < tokens; ++t) {
                const Floats sum = V::toFloat(dot[p][t].end());
                if constexpr (Kind::scalePerGroup)
                    s[p][t] = V::fma(V::multiply(sum, scale), V::all(x[t].scale[g]), s[p][t]);
                else
                    s[p][t] = V::fma(sum, scale, s[p][t]);
            }
            if constexpr (Kind::hasOffset && Kind::scalePerGroup) {
                const Floats offset = V::load(form(weights[p]).offset[g]);
#pragma GCC unroll 16
                for (int t = 0; t < tokens; ++t)
                    s[p][t] = V::fma(offset, V::all(sums[t].sum[g]), s[p][t]);
            }
        }
    }

    /// d · s − dmin · minima.
    static Floats ofBlock(const BytePanel& panel, Floats s, const ActivationSums& sums)
    {
        const Floats scaled = V::multiply(V::load(panel.block), s);
        if constexpr (!Kind::hasOffset)
            return scaled;
        Bits minima = V::all(0u);
        for (int pair = 0; pair < blockValues / Kind::groupSize / 2; ++pair)
            minima = V::dotWords(minima, V::load(panel.minima[pair]), V::broadcast(sums.pairs[pair]));
        return V::fma(V::load(panel.minusMinimumScale), V::toFloat(minima), scaled);
    }
};

/// Cuts `tokens` into tiles of nearly equal size, ≤ largest, and calls body<size>(first token) for each: a small
/// remainder would leave registers unused.
template<int largest, typename Body>
void forEachTile(int tokens, Body body)
{
    const int tiles = (tokens + largest - 1) / largest;
    for (int tile = 0, first = 0; tile < tiles; ++tile) {
        const int size = (tokens - first + (tiles - tile) - 1) / (tiles - tile);
        withConstant<largest>(size, [&]<int constant>() { body.template operator()<constant>(first); });
        first += size;
    }
}

template<typename V, typename Kind>
void multiplyKind(const QuantisedProduct& product)
{
    Prefetcher<V> prefetcher(product.next, (product.tokens + V::tileTokens - 1) / V::tileTokens);
    forEachTile<V::tileTokens>(product.tokens, [&]<int size>(int first) {
        prefetcher.step();
        for (int p = 0; p < product.panelCount; p += V::tilePanels)
            Tile<V, Kind, size>::multiply(product, p, first);
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
    forEachTile<V::plainTileTokens>(product.tokens, [&]<int size>(int first) {
        multiplyPlainTile<V, panels, size>(product, w, product.x + first * product.xStride,
                                           product.c + first * product.cStride + firstPanel * panelRows);
    });
}

template<typename V>
void multiplyPlain(const PlainProduct& product)
{
    int p = 0;
    for (; p + V::tilePanels <= product.panels; p += V::tilePanels)
        multiplyPlainPanels<V, V::tilePanels>(product, p);
    for (; p < product.panels; ++p)
        multiplyPlainPanels<V, 1>(product, p);
}

} // namespace lacuna::kernels
