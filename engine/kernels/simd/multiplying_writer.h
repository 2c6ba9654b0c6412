// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoding that multiplies on its way. For few tokens, to decode a block takes as long as its product, and both wait
// for different parts of the processor; done together they take little longer than one of them.

#include "kernels/simd/decode_panels.h"
#include "kernels/simd/tile_steps.h"
#include "kernels/weights_ahead.h"

namespace lacuna::kernels {

/// Multiplies what it is given with the first tokens of a product; see decode_panels.h. `keepsPanel`: puts it into the
/// panel, too. `ahead`: to be asked for meanwhile. `sum` and `s` are the caller's variables, see TileSteps.
template<typename V, typename Block, int tokens, bool keepsPanel>
class MultiplyingWriter : public BytePanelWriter<typename V::TileVector, Block, V::foldsSubScales> {
public:
    using Base = BytePanelWriter<typename V::TileVector, Block, V::foldsSubScales>;
    using Steps = TileSteps<V, KindOf<V, Block>, 1, tokens>;
    using Bits = typename Steps::Bits;
    using Sums = Bits[1][tokens];
    using Floats = typename Steps::Floats[1][tokens];

    [[gnu::always_inline]] MultiplyingWriter(WeightPanel& panel, int firstRow, const TilePlace& place,
                                             WeightsAhead<V>& ahead, int askedPerRun, Sums& sum, Floats& s)
        : Base(panel, firstRow)
        , m_rows {{reinterpret_cast<const BytePanel*>(&panel), firstRow}}
        , m_place(place)
        , m_ahead(ahead)
        , m_askedPerRun(askedPerRun)
        , m_sum(sum)
        , m_s(s)
    {
        Steps::beginBlock(m_sum, m_s);
    }
    template<int unitOfRun>
    [[gnu::always_inline]] void q(int run, Bits bytes)
    {
        if constexpr (unitOfRun == 0)
            m_ahead.ask(m_askedPerRun);
        if constexpr (keepsPanel)
            Base::template q<unitOfRun>(run, bytes);
        constexpr int unit = unitOfRun % Steps::units;
        const int g = run * (8 / Steps::units) + unitOfRun / Steps::units;
        if constexpr (unit == 0)
            Steps::beginGroup(m_rows, g, m_place.sums, m_factors, m_partial, m_sum);
        Steps::addUnit({Steps::Dot::weights(bytes)}, g, unit, m_place.x, m_factors, m_partial, m_sum);
        if constexpr (unit == Steps::units - 1)
            Steps::endGroup(m_rows, g, m_place.x, m_place.sums, m_sum, m_s);
    }
    [[gnu::always_inline]] void end() { Steps::endBlock(m_rows, m_place, m_sum, m_s); }

private:
    const typename Steps::Rows m_rows[1];
    const TilePlace& m_place;
    WeightsAhead<V>& m_ahead;
    int m_askedPerRun;
    Sums& m_sum;
    Floats& m_s;
    Bits m_factors[1];
    typename Steps::Partial m_partial[1][tokens];
};

} // namespace lacuna::kernels
