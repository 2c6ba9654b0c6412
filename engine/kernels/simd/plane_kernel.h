// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of a unit whose weights have 256 values a block.

#include "kernels/simd/plane_unit.h"
#include "kernels/simd/tiles.h"

namespace lacuna::kernels {
namespace {

template<typename V, Planes planes, int pairs>
struct PlaneKernel {
    using Bits = typename V::Bits;
    using Floats = typename V::Floats;
    using Vector = V;

    /// The products of a unit's planes.
    struct alignas(64) Sums {
        std::int32_t low[tileRows][panelRows];
        std::int32_t high[tileRows][panelRows];
    };

    /// `to` = the unit's products, with beside(0) … beside(15) in between: in small portions, since the processor looks
    /// ahead by little more than the instructions of a unit. Tiles are renamed as registers are, so two of them are
    /// enough for the sums. What the unit before has stored is on its way during the first step.
    template<typename Beside>
    [[gnu::always_inline]] static void multiply(const Unit unit, Sums& to, Beside& beside)
    {
        zeroTile<0>();
        zeroTile<1>();
        multiplyStep<0, 0>(unit, nothing);
        multiplyStep<1, 0>(unit, beside);
        beside(4);
        multiplyStep<2, 5>(unit, beside);
        beside(9);
        multiplyStep<3, 10>(unit, beside);
        beside(14);
        beside(15);
        storeTile<0>(to.low, 64);
        if constexpr (planes != Planes::Single)
            storeTile<1>(to.high, 64);
    }

    /// See Adder.
    class Scaler {
    public:
        [[gnu::always_inline]] explicit Scaler(const PlanePanel& panel)
            : m_d(V::load(panel.block))
        {
            if constexpr (pairs > 0) {
                m_minusMinimumScale = V::load(panel.minusMinimumScale);
#pragma GCC unroll 8
                for (int pair = 0; pair < pairs; ++pair)
                    m_minima[pair] = V::load(panel.minima[pair]);
            }
        }

        [[gnu::always_inline]] Floats add(Floats before, const Sums& sums, int t, const ActivationBlock& x,
                                          const ActivationSums& xSums) const
        {
            Bits dots = V::load(sums.low[t]);
            if constexpr (planes != Planes::Single)
                dots = V::add(dots, V::template shiftLeft<shiftOf(planes)>(V::load(sums.high[t])));
            Floats s = V::multiply(m_d, V::toFloat(dots));
            if constexpr (pairs > 0) {
                Bits minima = V::all(0u);
#pragma GCC unroll 8
                for (int pair = 0; pair < pairs; ++pair)
                    minima = V::dotWords(minima, m_minima[pair], V::broadcast(xSums.pairs[pair]));
                s = V::fma(m_minusMinimumScale, V::toFloat(minima), s);
            }
            return V::fma(s, V::all(x.scale[0]), before);
        }

    private:
        Floats m_d;
        Floats m_minusMinimumScale;
        Bits m_minima[pairs + 1];
    };

private:
    /// 64 inputs, with beside(first) … beside(first + 3) in between.
    template<int step, int first, typename Beside>
    [[gnu::always_inline]] static void multiplyStep(const Unit unit, Beside& beside)
    {
        loadTile<activationTile, 64 * step>(unit.x->q, sizeof(ActivationBlock));
        beside(first);
        loadTile<weightTile, 1024 * step>(unit.panel->low, 64);
        multiplyTiles<0, activationTile, weightTile, false>();
        beside(first + 1);
        if constexpr (planes != Planes::Single)
            loadTile<weightTile + 1, 1024 * step>(unit.panel->high, 64);
        beside(first + 2);
        if constexpr (planes != Planes::Single)
            multiplyTiles<1, activationTile, weightTile + 1, planes == Planes::Signed>();
        beside(first + 3);
    }
};

} // namespace
} // namespace lacuna::kernels
