// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of a unit whose weights have 32 values a block.

#include "kernels/simd/constants.h"
#include "kernels/simd/plane_unit.h"
#include "kernels/simd/tiles.h"

namespace lacuna::kernels {
namespace {

struct alignas(64) BiasTile {
    std::int32_t rows[tileRows][panelRows];
};
constexpr BiasTile biasTile = [] {
    BiasTile tile {};
    for (auto& row : tile.rows) {
        for (std::int32_t& value : row)
            value = std::int32_t(floatBiasBits);
    }
    return tile;
}();

/// Every group's products leave the matrix unit on their own, since groups have scales that are no integers. The sums
/// start at floatBias, so that one fused multiplication and addition turns them into floats and scales them; it rounds
/// as the multiplication would, for floatBias times a scale of 11 bits is exact. While the matrix unit works, it blocks
/// one of the two ports of vector instructions: each of them counts.
template<typename V, int groups, bool hasOffset>
struct GroupKernel {
    using Floats = typename V::Floats;
    using Vector = V;

    struct alignas(64) Sums {
        std::int32_t group[groups][tileRows][panelRows];
    };

    /// As PlaneKernel::multiply. The products of a group are stored two groups later.
    template<typename Beside>
    [[gnu::always_inline]] static void multiply(const Unit unit, Sums& to, Beside& beside)
    {
        unroll<groups>([&]<int g>() __attribute__((always_inline)) {
            loadTile<activationTile, 32 * g>(unit.x->q, sizeof(ActivationBlock));
            loadTile<weightTile, 512 * g>(unit.panel->low, 64);
            loadTile<g % 4>(biasTile.rows, 64);
            multiplyTiles<g % 4, activationTile, weightTile, true>();
            storeGroup<g - 2>(to);
#pragma GCC unroll 16
            for (int t = g * tileRows / groups; t < (g + 1) * tileRows / groups; ++t)
                beside(t);
        });
        storeGroup<groups - 2>(to);
        storeGroup<groups - 1>(to);
    }

    /// See Adder.
    class Scaler {
    public:
        [[gnu::always_inline]] explicit Scaler(const PlanePanel& panel)
        {
#pragma GCC unroll 8
            for (int g = 0; g < groups; ++g) {
                m_scale[g] = V::load(panel.scale[g]);
                m_ofBias[g] = V::multiply(m_scale[g], V::all(-floatBias));
                if constexpr (hasOffset)
                    m_offset[g] = V::load(panel.offset[g]);
            }
        }

        [[gnu::always_inline]] Floats add(Floats before, const Sums& sums, int t, const ActivationBlock& x,
                                          const ActivationSums& xSums) const
        {
            Floats s = V::all(0.0f);
#pragma GCC unroll 8
            for (int g = 0; g < groups; ++g) {
                const Floats scaled = V::fma(V::asFloats(V::load(sums.group[g][t])), m_scale[g], m_ofBias[g]);
                s = V::fma(scaled, V::all(x.scale[g]), s);
                if constexpr (hasOffset)
                    s = V::fma(m_offset[g], V::all(xSums.sum[g]), s);
            }
            return V::add(before, s);
        }

    private:
        Floats m_scale[groups];
        Floats m_ofBias[groups];
        Floats m_offset[groups];
    };

private:
    template<int g>
    [[gnu::always_inline]] static void storeGroup(Sums& to)
    {
        if constexpr (g >= 0)
            storeTile<g % 4, g * sizeof(Sums) / groups>(to.group, 64);
    }
};

} // namespace
} // namespace lacuna::kernels
