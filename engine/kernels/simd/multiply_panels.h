// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of panels with activations. A tile is V::tileVectors<Kind> vectors of weight rows ×
// V::tileTokens<Kind> tokens.

#include "kernels/simd/prefetcher.h"
#include "kernels/simd/tile_steps.h"
#include "kernels/weights_ahead.h"

namespace lacuna::kernels {

template<typename V, typename Kind, int tokens>
struct Tile : TileSteps<V, Kind, V::template tileVectors<Kind>, tokens> {
    using Steps = TileSteps<V, Kind, V::template tileVectors<Kind>, tokens>;
    using typename Steps::Bits;
    using typename Steps::Dot;
    using typename Steps::Floats;
    using typename Steps::T;
    static constexpr int vectors = Steps::vectors;
    static constexpr int units = Steps::units;
    static constexpr int rows = vectors * T::lanes;

    /// The rows of `panel` from firstRow on. The place is a copy: for all that the compiler knows, a tile's result
    /// could change the caller's, and the next tile would begin with waiting for it.
    [[gnu::always_inline]] static void multiply(const WeightPanel* panel, int firstRow, int groups,
                                                const TilePlace place)
    {
        typename Steps::Rows weights[vectors];
        for (int v = 0; v < vectors; ++v) {
            const int row = v * T::lanes;
            weights[v] = {reinterpret_cast<const BytePanel*>(panel + row / panelRows), firstRow + row % panelRows};
        }
        Floats s[vectors][tokens];
        Bits sum[vectors][tokens];
        Steps::beginBlock(sum, s);
        const auto add = [&](int g) __attribute__((always_inline))
        {
            Bits factors[vectors];
            typename Steps::Partial partial[vectors][tokens];
            Steps::beginGroup(weights, g, place.sums, factors, partial, sum);
#pragma GCC unroll 8
            for (int unit = 0; unit < units; ++unit) {
                typename Dot::Weights w[vectors];
#pragma GCC unroll 4
                for (int v = 0; v < vectors; ++v)
                    w[v] = Dot::weights(T::load(weights[v].panel->q[g * units + unit] + weights[v].row));
                Steps::addUnit(w, g, unit, place.x, factors, partial, sum);
            }
            Steps::endGroup(weights, g, place.x, place.sums, sum, s);
        };
        // Not unrolled: all of a block's groups, for tiles of several sizes, are more code than processors keep
        // decoded.
        constexpr int groupsOfWhole = blockValues / Kind::groupSize;
        for (int g = 0; g < (Kind::scalePerGroup ? groups : groupsOfWhole); ++g)
            add(g);
        Steps::endBlock(weights, place, sum, s);
    }
};

/// `ahead`: to be asked for what is left of block b's share of it. `product.groups` is looked at only where a block may
/// have fewer than 256 values.
template<typename V, typename Kind>
void multiplyPanels(const PanelProduct& product, WeightsAhead<V>& ahead, int b)
{
    constexpr int tileTokens = V::template tileTokens<Kind>;
    const int tiles = (product.tokens + tileTokens - 1) / tileTokens;
    Prefetcher<V> prefetcher(product.next, tiles);
    const int askedPerTile = ahead.bytesPerStep(b, tiles);
    const WeightPanel* panels = product.panels;
    const int groups = product.groups;
    TilePlace tokens {product.x, product.sums, product.sum, product.result, product.resultStride};
    forEachTile<tileTokens>(product.tokens, [&]<int size>() {
        using Tile = Tile<V, Kind, size>;
        prefetcher.step();
        ahead.ask(askedPerTile);
        TilePlace place = tokens;
        for (int row = 0; row < productRows; row += Tile::rows) {
            Tile::multiply(panels + row / panelRows, row % panelRows, groups, place);
            place.before += Tile::rows;
            place.result += Tile::rows;
        }
        tokens.x += size;
        tokens.sums += size;
        tokens.before += size * productRows;
        tokens.result += size * tokens.resultStride;
    });
}

} // namespace lacuna::kernels
