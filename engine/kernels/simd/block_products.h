// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Products go block by block of the inputs. V: a class with internal linkage, see kernel_table.h.

#include "kernels/simd/decode_panels.h"
#include "kernels/weights_ahead.h"

namespace lacuna::kernels {

/// A block of a product's inputs.
struct ProductBlock {
    BlockRows rows;
    int values;
    const ActivationBlock* x;
    const ActivationSums* sums;
    float* result; ///< for the last block the product's, otherwise its sums
    std::ptrdiff_t resultStride;
};

template<typename V>
int blocksOf(const QuantisedProduct& product)
{
    return (product.inputs + blockValues - 1) / blockValues;
}

/// Calls body(b, block) for every block. Block: its format.
template<typename V, typename Block, typename Body>
[[gnu::always_inline]] inline void forEachBlock(const QuantisedProduct& product, Body body)
{
    constexpr std::ptrdiff_t bytes = blockValues / Block::values * sizeof(Block);
    const auto* weights = reinterpret_cast<const std::uint8_t*>(product.weights);
    const int blocks = blocksOf<V>(product);
    for (int b = 0; b < blocks; ++b) {
        const bool isLast = b == blocks - 1;
        body(b,
             ProductBlock {{weights + b * bytes, product.weightStride},
                           isLast ? product.inputs - b * blockValues : blockValues,
                           product.x + b * product.blockStride,
                           product.sums + b * product.blockStride,
                           isLast ? product.result : product.sum,
                           isLast ? product.resultStride : productRows});
    }
}

/// See WeightsAhead.
template<typename V>
WeightsAhead<V> weightsAhead(const QuantisedProduct& product, int panelsInProduct)
{
    return {product.next, product.nextBytes, blocksOf<V>(product), panelsInProduct};
}

/// A block's panels with the tokens from `first` on.
template<typename V>
PanelProduct panelProduct(const QuantisedProduct& product, const ProductBlock& block, const WeightPanel* panels,
                          int first)
{
    PanelProduct part {.traits = product.traits,
                       .panels = panels,
                       .groups = block.values / product.traits.groupSize,
                       .x = block.x + first,
                       .sums = block.sums + first,
                       .tokens = product.tokens - first,
                       .sum = product.sum + first * productRows,
                       .result = block.result + first * block.resultStride,
                       .resultStride = block.resultStride,
                       .next = {}};
    if (block.result != product.sum) { // the sums are in a cache
        part.next[0] = {.data = reinterpret_cast<const std::byte*>(part.result),
                        .stride = part.resultStride * std::ptrdiff_t(sizeof(float)),
                        .rows = part.tokens,
                        .bytes = productRows * int(sizeof(float)),
                        .isWritten = true};
    }
    return part;
}

/// KernelTable::multiply with panels that are decoded before they are multiplied.
template<typename V, template<typename, typename> typename Writer, void (*multiplyPanels)(const PanelProduct&)>
void multiplyDecoded(const QuantisedProduct& product)
{
    withBlockOf(product.type, [&]<typename Block>() {
        WeightPanel panels[productPanels];
        WeightsAhead<V> ahead = weightsAhead<V>(product, product.tokens / 8);
        forEachBlock<V, Block>(product, [&](int b, ProductBlock block) {
            BlockRows rows = block.rows;
            for (WeightPanel& panel : panels) {
                ahead.ask(ahead.bytesPerPanel());
                Writer<V, Block> out(panel);
                decodeBlocks<V, Block>(rows, block.values, out);
                rows.data += panelRows * rows.stride;
            }
            PanelProduct part = panelProduct<V>(product, block, panels, 0);
            part.next[1] = ahead.takeRestOf(b);
            multiplyPanels(part);
        });
    });
}

} // namespace lacuna::kernels
