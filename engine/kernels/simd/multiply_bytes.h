// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// KernelTable::multiply for vector classes V with dot products of bytes: the first V::tokensWhileDecoding tokens are
// multiplied while a panel is decoded, the others with the panel.

#include "kernels/simd/block_products.h"
#include "kernels/simd/multiply_panels.h"
#include "kernels/simd/multiplying_writer.h"

namespace lacuna::kernels {

/// The first `firstTokens` while decoding; hasMore: there are others.
template<typename V, typename Block, int firstTokens, bool hasMore>
void multiplyBlocks(const QuantisedProduct product)
{
    using Writer = MultiplyingWriter<V, Block, firstTokens, hasMore>;
    using Vector = typename V::TileVector;
    WeightPanel panels[hasMore ? productPanels : 1];
    WeightsAhead<V> ahead = weightsAhead<V>(product, (product.tokens - firstTokens) / 4);
    const int askedPerRun = ahead.bytesPerPanel() * Vector::lanes / panelRows / (blockValues / 32);
    forEachBlock<V, Block>(
        product, [&](int b, const ProductBlock block) __attribute__((always_inline)) {
            TilePlace place {block.x, block.sums, product.sum, block.result, block.resultStride};
            BlockRows rows = block.rows;
            for (int row = 0; row < productRows; row += Vector::lanes) {
                typename Writer::Sums sum;
                typename Writer::Floats s;
                WeightPanel& panel = panels[hasMore ? row / panelRows : 0];
                Writer out(panel, row % panelRows, place, ahead, askedPerRun, sum, s);
                decodeBlocks<Vector, Block>(rows, block.values, out);
                out.end();
                rows.data += Vector::lanes * rows.stride;
                place.before += Vector::lanes;
                place.result += Vector::lanes;
            }
            if constexpr (hasMore)
                multiplyPanels<V, KindOf<V, Block>>(panelProduct<V>(product, block, panels, firstTokens), ahead, b);
        });
}

template<typename V>
void multiplyBytes(const QuantisedProduct& product)
{
    withBlockOf(product.type, [&]<typename Block>() {
        if (product.tokens <= V::tokensWhileDecoding) {
            return withConstant<V::tokensWhileDecoding>(
                product.tokens, [&]<int tokens>() { multiplyBlocks<V, Block, tokens, false>(product); });
        }
        // The others are to be whole tiles, or nearly so.
        constexpr int tileTokens = V::template tileTokens<KindOf<V, Block>>;
        constexpr auto missing = [](int tokens) {
            return (tileTokens - tokens % tileTokens) % tileTokens;
        };
        if (missing(product.tokens - V::fewerWhileDecoding) <= missing(product.tokens - V::moreWhileDecoding))
            multiplyBlocks<V, Block, V::fewerWhileDecoding, true>(product);
        else
            multiplyBlocks<V, Block, V::moreWhileDecoding, true>(product);
    });
}

} // namespace lacuna::kernels
