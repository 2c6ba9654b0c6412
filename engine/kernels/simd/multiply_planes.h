// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of plane panels with activations by the matrix unit (AMX), for a vector class V of 16 lanes.
// A unit's sums leave the matrix unit through memory, and are scaled and added to the result while the next unit is
// multiplied.

#include "kernels/simd/constants.h"
#include "kernels/simd/group_kernel.h"
#include "kernels/simd/plane_kernel.h"
#include "kernels/simd/prefetcher.h"

namespace lacuna::kernels {
namespace {

template<typename V>
void beginTiles(const GroupTraits& traits, int tokens)
{
    const int depth = traits.scalePerGroup ? 32 : 64; // inputs that a product sums up
    const int rows = tokens < tileRows ? tokens : tileRows;
    TileConfiguration configuration;
    for (int tile = 0; tile < 7; ++tile) {
        configuration.rowBytes[tile] = tile == activationTile ? std::uint16_t(depth) : 64;
        configuration.rows[tile] = std::uint8_t(tile <= activationTile ? rows : depth / 4);
    }
    configureTiles(configuration);
}

template<typename V>
void endTiles()
{
    releaseTiles();
}

/// All units of a product. One is multiplied while the one before it is added.
template<typename Kernel>
void multiplyUnits(const PanelProduct& product)
{
    const Strides strides {productRows, product.resultStride};
    const int count = (product.tokens + tileRows - 1) / tileRows * productPanels;
    Prefetcher<typename Kernel::Vector> prefetcher(product.next, count);
    typename Kernel::Sums sums[2];
    UnitCursor multiplied(product);
    UnitCursor added(product);
    prefetcher.step();
    Kernel::multiply(multiplied.unit(), sums[0], nothing);
    for (int i = 1; i < count; ++i) {
        prefetcher.step();
        multiplied.advance();
        const auto step = [&]<bool isWhole>() {
            Adder<Kernel, isWhole> add(added.unit(), sums[(i - 1) % 2], strides);
            Kernel::multiply(multiplied.unit(), sums[i % 2], add);
        };
        if (added.isWhole())
            step.template operator()<true>();
        else
            step.template operator()<false>();
        added.advance();
    }
    Adder<Kernel, false> add(added.unit(), sums[(count - 1) % 2], strides);
    for (int t = 0; t < tileRows; ++t)
        add(t);
}

template<typename V>
void multiplyPlanes(const PanelProduct& product)
{
    const GroupTraits& traits = product.traits;
    switch (planesOf(traits.scalePerGroup, traits.hasOffset, traits.groupSize)) {
    case Planes::Plain:
        return withConstant<blockValues / 32>(product.groups, [&]<int groups>() {
            if (traits.hasOffset)
                multiplyUnits<GroupKernel<V, groups, true>>(product);
            else
                multiplyUnits<GroupKernel<V, groups, false>>(product);
        });
    case Planes::Single:
        return multiplyUnits<PlaneKernel<V, Planes::Single, 8>>(product);
    case Planes::Unsigned:
        return multiplyUnits<PlaneKernel<V, Planes::Unsigned, 4>>(product);
    case Planes::Signed:
        return multiplyUnits<PlaneKernel<V, Planes::Signed, 0>>(product);
    }
}

} // namespace
} // namespace lacuna::kernels
