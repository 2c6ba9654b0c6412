// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of plane panels with activations by the matrix unit (AMX), for a vector class V of 16 lanes.
// A unit of work is 16 tokens × one panel × a block. Its sums leave the matrix unit through memory, so three units are
// under way: one is multiplied, the sums of the one before are being stored, those of the one before that are scaled
// and added to the result. Two pairs of tiles take turns as sums.

#include "kernels/simd/constants.h"
#include "kernels/simd/plane_panel.h"
#include "kernels/simd/prefetcher.h"
#include "kernels/simd/tiles.h"

namespace lacuna::kernels {
namespace {

constexpr int tileRows = 16; ///< tokens that a tile holds

// Tiles 0 to 3 are sums, then come
constexpr int activationTile = 4;
constexpr int weightTile = 5; // and the next one

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

struct Unit {
    const PlanePanel* panel;
    const ActivationBlock* x; ///< of the first token
    const ActivationSums* sums;
    int tokens; ///< ≤ 16
    const float* sum; ///< of the first token
    float* result;
};

/// Floats from token to token.
struct Strides {
    std::ptrdiff_t sum;
    std::ptrdiff_t result;
};

/// Unit `index` of a product: panels first, tokens then.
inline Unit unitOf(const QuantisedProduct& product, int index)
{
    const int first = index / product.panelCount * tileRows;
    const int panel = index % product.panelCount;
    return {reinterpret_cast<const PlanePanel*>(product.panels + panel),
            product.x + first,
            product.sums + first,
            product.tokens - first < tileRows ? product.tokens - first : tileRows,
            product.sum + (std::ptrdiff_t(first) * product.panelCount + panel) * panelRows,
            product.result + first * product.resultStride + panel * panelRows};
}

inline int unitsOf(const QuantisedProduct& product)
{
    return (product.tokens + tileRows - 1) / tileRows * product.panelCount;
}

template<typename V, Planes planes, int pairs>
struct UnitKernel {
    using Bits = typename V::Bits;
    using Floats = typename V::Floats;

    /// The products of a unit's planes.
    struct alignas(64) Sums {
        std::int32_t low[tileRows][panelRows];
        std::int32_t high[tileRows][panelRows];
    };

    /// tile sumLow, sumHigh += 64 inputs from 64 · step on.
    template<int sumLow, int sumHigh>
    static void multiplyStep(const Unit& unit, int step)
    {
        loadTile<activationTile>(unit.x->q + 64 * step, sizeof(ActivationBlock));
        loadTile<weightTile>(unit.panel->low[16 * step], 64);
        multiplyTiles<sumLow, activationTile, weightTile, false>();
        if constexpr (planes != Planes::Single) {
            loadTile<weightTile + 1>(unit.panel->high[16 * step], 64);
            multiplyTiles<sumHigh, activationTile, weightTile + 1, planes == Planes::Signed>();
        }
    }

    /// Tokens `begin` … `end` − 1. All that belongs to the panel is read before anything is written, so that it stays
    /// in registers.
    static void addToResult(const Unit& unit, const Sums& sums, int begin, int end, const Strides& strides)
    {
        const Floats d = V::load(unit.panel->block);
        Floats minusMinimumScale = V::all(0.0f);
        Bits panelMinima[pairs + 1];
        if constexpr (pairs > 0) {
            minusMinimumScale = V::load(unit.panel->minusMinimumScale);
            for (int pair = 0; pair < pairs; ++pair)
                panelMinima[pair] = V::load(unit.panel->minima[pair]);
        }
        end = end < unit.tokens ? end : unit.tokens;
#pragma GCC unroll 4
        for (int t = begin; t < end; ++t) {
            Bits dots = V::load(sums.low[t]);
            if constexpr (planes != Planes::Single)
                dots = V::add(dots, V::template shiftLeft<shiftOf(planes)>(V::load(sums.high[t])));
            Floats s = V::multiply(d, V::toFloat(dots));
            if constexpr (pairs > 0) {
                Bits minima = V::all(0u);
                for (int pair = 0; pair < pairs; ++pair)
                    minima = V::dotWords(minima, panelMinima[pair], V::broadcast(unit.sums[t].pairs[pair]));
                s = V::fma(minusMinimumScale, V::toFloat(minima), s);
            }
            const Floats before = V::load(unit.sum + t * strides.sum);
            V::store(unit.result + t * strides.result, V::fma(s, V::all(unit.x[t].scale[0]), before));
        }
    }

    /// One unit through the matrix unit, beside the later stages of the two before it (null: there is none).
    template<int sumLow, int sumHigh, int storedLow, int storedHigh>
    static void advance(const Unit* multiplied, Sums* stored, const Unit* added, const Sums& addedSums,
                        const Strides& strides)
    {
        if (multiplied) {
            zeroTile<sumLow>();
            zeroTile<sumHigh>();
        }
        unroll<4>([&]<int step>() {
            if (multiplied)
                multiplyStep<sumLow, sumHigh>(*multiplied, step);
            if (step == 1 && stored)
                storeTile<storedLow>(stored->low, 64);
            if (step == 2 && planes != Planes::Single && stored)
                storeTile<storedHigh>(stored->high, 64);
            if (added)
                addToResult(*added, addedSums, 4 * step, 4 * step + 4, strides);
        });
    }
};

template<typename V, Planes planes, int pairs>
void multiplyUnits(const QuantisedProduct& product)
{
    using Kernel = UnitKernel<V, planes, pairs>;
    const Strides strides {std::ptrdiff_t(product.panelCount) * panelRows, product.resultStride};
    typename Kernel::Sums sums[2];
    Unit units[4];
    const int count = unitsOf(product);
    Prefetcher<V> prefetcher(product.next, count);
    const auto at = [&](int index) {
        return index >= 0 && index < count ? &units[index % 4] : nullptr;
    };
    for (int i = 0; i < count + 2; ++i) {
        if (i < count)
            units[i % 4] = unitOf(product, i);
        prefetcher.step();
        if (i % 2 == 0)
            Kernel::template advance<0, 1, 2, 3>(at(i), at(i - 1) ? &sums[1] : nullptr, at(i - 2), sums[0], strides);
        else
            Kernel::template advance<2, 3, 0, 1>(at(i), at(i - 1) ? &sums[0] : nullptr, at(i - 2), sums[1], strides);
    }
}

/// Formats with 32 values a block: every group's products leave the matrix unit on their own, since groups have scales
/// that are no integers.
template<typename V, int groups, bool hasOffset>
struct GroupsKernel {
    using Floats = typename V::Floats;

    struct alignas(64) Sums {
        std::int32_t group[groups][tileRows][panelRows];
    };

    /// A unit's group g into the sums of tile g % 4; those of the group two before are stored.
    template<int g>
    static void multiplyGroup(const Unit& unit, Sums& to)
    {
        loadTile<activationTile>(unit.x->q + 32 * g, sizeof(ActivationBlock));
        loadTile<weightTile>(unit.panel->low[8 * g], 64);
        zeroTile<g % 4>();
        multiplyTiles<g % 4, activationTile, weightTile, true>();
        if constexpr (g >= 2)
            storeTile<(g - 2) % 4>(to.group[g - 2], 64);
    }

    static void addToResult(const Unit& unit, const Sums& sums, int begin, int end, const Strides& strides)
    {
        Floats scale[groups];
        Floats offset[groups];
        for (int g = 0; g < groups; ++g) {
            scale[g] = V::load(unit.panel->scale[g]);
            if constexpr (hasOffset)
                offset[g] = V::load(unit.panel->offset[g]);
        }
        end = end < unit.tokens ? end : unit.tokens;
        for (int t = begin; t < end; ++t) {
            Floats s = V::all(0.0f);
            for (int g = 0; g < groups; ++g) {
                const Floats dot = V::toFloat(V::load(sums.group[g][t]));
                s = V::fma(V::multiply(dot, scale[g]), V::all(unit.x[t].scale[g]), s);
                if constexpr (hasOffset)
                    s = V::fma(offset[g], V::all(unit.sums[t].sum[g]), s);
            }
            V::store(unit.result + t * strides.result, V::add(V::load(unit.sum + t * strides.sum), s));
        }
    }

    /// One unit through the matrix unit, beside the scaling and adding of the one before it (null: there is none).
    static void advance(const Unit* multiplied, Sums& to, const Unit* added, const Sums& from, const Strides& strides)
    {
        unroll<groups>([&]<int g>() {
            if (multiplied)
                multiplyGroup<g>(*multiplied, to);
            if (added)
                addToResult(*added, from, g * tileRows / groups, (g + 1) * tileRows / groups, strides);
        });
        if (multiplied) {
            if constexpr (groups >= 2)
                storeTile<(groups - 2) % 4>(to.group[groups - 2], 64);
            storeTile<(groups - 1) % 4>(to.group[groups - 1], 64);
        }
    }
};

template<typename V, int groups, bool hasOffset>
void multiplyGroups(const QuantisedProduct& product)
{
    using Kernel = GroupsKernel<V, groups, hasOffset>;
    const Strides strides {std::ptrdiff_t(product.panelCount) * panelRows, product.resultStride};
    typename Kernel::Sums ring[2];
    Unit units[2];
    const int count = unitsOf(product);
    Prefetcher<V> prefetcher(product.next, count);
    for (int i = 0; i <= count; ++i) {
        if (i < count)
            units[i % 2] = unitOf(product, i);
        prefetcher.step();
        Kernel::advance(i < count ? &units[i % 2] : nullptr, ring[i % 2], i > 0 ? &units[(i + 1) % 2] : nullptr,
                        ring[(i + 1) % 2], strides);
    }
}

template<typename V>
void multiplyPlanes(const QuantisedProduct& product)
{
    const GroupTraits& traits = product.traits;
    switch (planesOf(traits.scalePerGroup, traits.hasOffset, traits.groupSize)) {
    case Planes::Plain:
        return withConstant<blockValues / 32>(product.groups, [&]<int groups>() {
            if (traits.hasOffset)
                multiplyGroups<V, groups, true>(product);
            else
                multiplyGroups<V, groups, false>(product);
        });
    case Planes::Single:
        return multiplyUnits<V, Planes::Single, 8>(product);
    case Planes::Unsigned:
        return multiplyUnits<V, Planes::Unsigned, 4>(product);
    case Planes::Signed:
        return multiplyUnits<V, Planes::Signed, 0>(product);
    }
}

} // namespace
} // namespace lacuna::kernels
