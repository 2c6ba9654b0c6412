// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of plane panels with activations by the matrix unit (AMX), for a vector class V of 16 lanes.
// A unit of work is 16 tokens × one panel × a block. Its sums leave the matrix unit through memory, and are scaled and
// added to the result while the next unit is multiplied.

#include "kernels/simd/constants.h"
#include "kernels/simd/plane_panel.h"
#include "kernels/simd/prefetcher.h"
#include "kernels/simd/tiles.h"

namespace lacuna::kernels {
namespace {

constexpr int tileRows = 16; ///< tokens that a tile holds

// Tiles 0 to 3 are for sums, then come
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

    /// Tiles 0 and 1 = the unit's products, with beside(0) … beside(15) in between: in small portions, since the
    /// processor looks ahead by little more than the instructions of a unit. Tiles are renamed as registers are, so
    /// these two are enough, and what they held may just have been stored: it is on its way during the first step.
    template<typename Beside>
    [[gnu::always_inline]] static void multiply(const Unit unit, Beside beside)
    {
        zeroTile<0>();
        zeroTile<1>();
        multiplyStep(unit, 0, [](int) {});
        multiplyStep(
            unit, 1, [&](int i) __attribute__((always_inline)) { beside(i); });
        beside(4);
        multiplyStep(
            unit, 2, [&](int i) __attribute__((always_inline)) { beside(5 + i); });
        beside(9);
        multiplyStep(
            unit, 3, [&](int i) __attribute__((always_inline)) { beside(10 + i); });
        beside(14);
        beside(15);
    }

    /// 64 inputs.
    template<typename Beside>
    [[gnu::always_inline]] static void multiplyStep(const Unit unit, int step, Beside beside)
    {
        loadTile<activationTile>(unit.x->q + 64 * step, sizeof(ActivationBlock));
        beside(0);
        loadTile<weightTile>(unit.panel->low[16 * step], 64);
        multiplyTiles<0, activationTile, weightTile, false>();
        beside(1);
        if constexpr (planes != Planes::Single)
            loadTile<weightTile + 1>(unit.panel->high[16 * step], 64);
        beside(2);
        if constexpr (planes != Planes::Single)
            multiplyTiles<1, activationTile, weightTile + 1, planes == Planes::Signed>();
        beside(3);
    }

    /// Calls use(add). add(t), to be called for every t < 16 in order, scales the sums of the unit's token t and adds
    /// them to the result. All that belongs to the panel is read before anything is written, so that it stays in
    /// registers.
    template<typename Use>
    [[gnu::always_inline]] static void withAdding(const Unit unit, const Sums& sums, const Strides strides, Use use)
    {
        const Floats d = V::load(unit.panel->block);
        Floats minusMinimumScale = V::all(0.0f);
        Bits panelMinima[pairs + 1];
        if constexpr (pairs > 0) {
            minusMinimumScale = V::load(unit.panel->minusMinimumScale);
#pragma GCC unroll 8
            for (int pair = 0; pair < pairs; ++pair)
                panelMinima[pair] = V::load(unit.panel->minima[pair]);
        }
        const float* before = unit.sum;
        float* result = unit.result;
        use([&](int t) __attribute__((always_inline)) {
            if (t >= unit.tokens)
                return;
            Bits dots = V::load(sums.low[t]);
            if constexpr (planes != Planes::Single)
                dots = V::add(dots, V::template shiftLeft<shiftOf(planes)>(V::load(sums.high[t])));
            Floats s = V::multiply(d, V::toFloat(dots));
            if constexpr (pairs > 0) {
                Bits minima = V::all(0u);
#pragma GCC unroll 8
                for (int pair = 0; pair < pairs; ++pair)
                    minima = V::dotWords(minima, panelMinima[pair], V::broadcast(unit.sums[t].pairs[pair]));
                s = V::fma(minusMinimumScale, V::toFloat(minima), s);
            }
            V::store(result, V::fma(s, V::all(unit.x[t].scale[0]), V::load(before)));
            before += strides.sum;
            result += strides.result;
        });
    }

    /// From tiles 0 and 1.
    static void store(Sums& sums)
    {
        storeTile<0>(sums.low, 64);
        if constexpr (planes != Planes::Single)
            storeTile<1>(sums.high, 64);
    }
};

template<typename V, Planes planes, int pairs>
void multiplyUnits(const QuantisedProduct& product)
{
    using Kernel = UnitKernel<V, planes, pairs>;
    const Strides strides {std::ptrdiff_t(product.panelCount) * panelRows, product.resultStride};
    typename Kernel::Sums sums;
    const int count = unitsOf(product);
    Prefetcher<V> prefetcher(product.next, count);
    prefetcher.step();
    Kernel::multiply(unitOf(product, 0), [](int) {});
    // Units are made anew where they are needed: to wait for them to come back from memory costs more.
    for (int i = 1; i < count; ++i) {
        prefetcher.step();
        Kernel::store(sums);
        Kernel::withAdding(
            unitOf(product, i - 1), sums,
            strides, [&](auto add) __attribute__((always_inline)) { Kernel::multiply(unitOf(product, i), add); });
    }
    Kernel::store(sums);
    Kernel::withAdding(
        unitOf(product, count - 1), sums, strides, [](auto add) __attribute__((always_inline)) {
            for (int t = 0; t < tileRows; ++t)
                add(t);
        });
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
