// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of plane panels with activations by the matrix unit (AMX), for a vector class V of 16 lanes.
// A unit of work is 16 tokens × one panel × a block. Its sums leave the matrix unit through memory, so three units are
// under way: one is multiplied, the sums of the one before are being stored, those of the one before that are scaled
// and added to the result. Two pairs of tiles take turns as sums.

#include "kernels/simd/constants.h"
#include "kernels/simd/plane_panel.h"
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
    float* c; ///< of the first token
};

/// Unit `index` of a product: panels first, tokens then.
template<typename Panel>
Unit unitOf(int index, const Panel* panels, int panelCount, const ActivationBlock* x, const ActivationSums* sums,
            int tokens, float* c)
{
    const int first = index / panelCount * tileRows;
    const int panel = index % panelCount;
    const std::ptrdiff_t cStride = std::ptrdiff_t(panelCount) * panelRows;
    return {reinterpret_cast<const PlanePanel*>(panels + panel), x + first, sums + first,
            tokens - first < tileRows ? tokens - first : tileRows, c + first * cStride + panel * panelRows};
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
    struct Stage {
        Unit unit;
        Sums sums;
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
    static void addToResult(const Stage& stage, int begin, int end, std::ptrdiff_t cStride)
    {
        const Unit& unit = stage.unit;
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
            Bits dots = V::load(stage.sums.low[t]);
            if constexpr (planes != Planes::Single)
                dots = V::add(dots, V::template shiftLeft<shiftOf(planes)>(V::load(stage.sums.high[t])));
            Floats s = V::multiply(d, V::toFloat(dots));
            if constexpr (pairs > 0) {
                Bits minima = V::all(0u);
                for (int pair = 0; pair < pairs; ++pair)
                    minima = V::dotWords(minima, panelMinima[pair], V::broadcast(unit.sums[t].pairs[pair]));
                s = V::fma(minusMinimumScale, V::toFloat(minima), s);
            }
            float* to = unit.c + t * cStride;
            V::store(to, V::fma(s, V::all(unit.x[t].scale[0]), V::load(to)));
        }
    }

    /// One unit through the matrix unit, beside the later stages of the two before it (null: there is none).
    template<int sumLow, int sumHigh, int storedLow, int storedHigh>
    static void advance(const Stage* multiplied, Stage* stored, const Stage* added, std::ptrdiff_t cStride)
    {
        if (multiplied) {
            zeroTile<sumLow>();
            zeroTile<sumHigh>();
        }
        for (int step = 0; step < 4; ++step) {
            if (multiplied)
                multiplyStep<sumLow, sumHigh>(multiplied->unit, step);
            if (stored && step == 1)
                storeTile<storedLow>(stored->sums.low, 64);
            if (stored && step == 2 && planes != Planes::Single)
                storeTile<storedHigh>(stored->sums.high, 64);
            if (added)
                addToResult(*added, 4 * step, 4 * step + 4, cStride);
        }
    }
};

template<typename V, Planes planes, int pairs>
void multiplyUnits(const WeightPanel* panels, int panelCount, const ActivationBlock* x, const ActivationSums* sums,
                   int tokens, float* c)
{
    using Kernel = UnitKernel<V, planes, pairs>;
    const std::ptrdiff_t cStride = std::ptrdiff_t(panelCount) * panelRows;
    typename Kernel::Stage stages[4];
    const int count = (tokens + tileRows - 1) / tileRows * panelCount;
    const auto at = [&](int index) {
        return index >= 0 && index < count ? &stages[index % 4] : nullptr;
    };
    for (int i = 0; i < count + 2; ++i) {
        if (i < count)
            stages[i % 4].unit = unitOf(i, panels, panelCount, x, sums, tokens, c);
        if (i % 2 == 0)
            Kernel::template advance<0, 1, 2, 3>(at(i), at(i - 1), at(i - 2), cStride);
        else
            Kernel::template advance<2, 3, 0, 1>(at(i), at(i - 1), at(i - 2), cStride);
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

    static void addToResult(const Unit& unit, const Sums& sums, int begin, int end, std::ptrdiff_t cStride)
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
            float* to = unit.c + t * cStride;
            V::store(to, V::add(V::load(to), s));
        }
    }

    /// One unit through the matrix unit, beside the scaling and adding of the one before it (null: there is none).
    static void advance(const Unit* multiplied, Sums& to, const Unit* added, const Sums& from, std::ptrdiff_t cStride)
    {
        unroll<groups>([&]<int g>() {
            if (multiplied)
                multiplyGroup<g>(*multiplied, to);
            if (added)
                addToResult(*added, from, g * tileRows / groups, (g + 1) * tileRows / groups, cStride);
        });
        if (multiplied) {
            if constexpr (groups >= 2)
                storeTile<(groups - 2) % 4>(to.group[groups - 2], 64);
            storeTile<(groups - 1) % 4>(to.group[groups - 1], 64);
        }
    }
};

template<typename V, int groups, bool hasOffset>
void multiplyGroups(const WeightPanel* panels, int panelCount, const ActivationBlock* x, const ActivationSums* sums,
                    int tokens, float* c)
{
    using Kernel = GroupsKernel<V, groups, hasOffset>;
    const std::ptrdiff_t cStride = std::ptrdiff_t(panelCount) * panelRows;
    typename Kernel::Sums ring[2];
    Unit units[2];
    const int count = (tokens + tileRows - 1) / tileRows * panelCount;
    for (int i = 0; i <= count; ++i) {
        if (i < count)
            units[i % 2] = unitOf(i, panels, panelCount, x, sums, tokens, c);
        Kernel::advance(i < count ? &units[i % 2] : nullptr, ring[i % 2], i > 0 ? &units[(i + 1) % 2] : nullptr,
                        ring[(i + 1) % 2], cStride);
    }
}

template<typename V>
void multiplyPlanes(const GroupTraits& traits, const WeightPanel* panels, int panelCount, int groups,
                    const ActivationBlock* x, const ActivationSums* sums, int tokens, float* c)
{
    switch (planesOf(traits.scalePerGroup, traits.hasOffset, traits.groupSize)) {
    case Planes::Plain:
        return withConstant<blockValues / 32>(groups, [&]<int constant>() {
            if (traits.hasOffset)
                multiplyGroups<V, constant, true>(panels, panelCount, x, sums, tokens, c);
            else
                multiplyGroups<V, constant, false>(panels, panelCount, x, sums, tokens, c);
        });
    case Planes::Single:
        return multiplyUnits<V, Planes::Single, 8>(panels, panelCount, x, sums, tokens, c);
    case Planes::Unsigned:
        return multiplyUnits<V, Planes::Unsigned, 4>(panels, panelCount, x, sums, tokens, c);
    case Planes::Signed:
        return multiplyUnits<V, Planes::Signed, 0>(panels, panelCount, x, sums, tokens, c);
    }
}

} // namespace
} // namespace lacuna::kernels
