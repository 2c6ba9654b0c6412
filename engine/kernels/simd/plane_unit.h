// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the products of plane panels with activations are cut into.

#include "kernels/simd/plane_panel.h"

namespace lacuna::kernels {
namespace {

constexpr int tileRows = 16; ///< tokens that a tile holds

// Tiles 0 to 3 are for sums, then come
constexpr int activationTile = 4;
constexpr int weightTile = 5; // and the next one

/// Floats from token to token.
struct Strides {
    std::ptrdiff_t sum;
    std::ptrdiff_t result;
};

/// 16 tokens × one panel × a block.
struct Unit {
    const PlanePanel* panel;
    const ActivationBlock* x; ///< of the first token
    const ActivationSums* sums;
    int tokens; ///< ≤ 16
    const float* sum; ///< of the first token
    float* result;
};

/// Goes through the units of a product, panels first, tokens then. Makes them anew each time: to wait for them to come
/// back from memory costs more.
class UnitCursor {
public:
    explicit UnitCursor(const PanelProduct& product)
        : m_product(product)
    {
    }

    [[gnu::always_inline]] Unit unit() const
    {
        return {reinterpret_cast<const PlanePanel*>(m_product.panels + m_panel),
                m_product.x + m_first,
                m_product.sums + m_first,
                tokens(),
                m_product.sum + m_first * productRows + m_panel * panelRows,
                m_product.result + m_first * m_product.resultStride + m_panel * panelRows};
    }
    bool isWhole() const { return tokens() == tileRows; }
    void advance()
    {
        if (++m_panel < productPanels)
            return;
        m_panel = 0;
        m_first += tileRows;
    }

private:
    int tokens() const { return m_product.tokens - m_first < tileRows ? m_product.tokens - m_first : tileRows; }

    const PanelProduct& m_product;
    int m_first = 0; ///< token
    int m_panel = 0;
};

/// The sums of a unit on their way to the result: add(t), to be called for every t < 16 in order, scales and adds those
/// of token t. Kernel::Scaler(panel) reads all that belongs to the panel before anything is written, so that it stays
/// in registers, and makes the result of a token. isWhole: the unit has 16 tokens.
template<typename Kernel, bool isWhole>
class Adder {
public:
    [[gnu::always_inline]] Adder(const Unit unit, const typename Kernel::Sums& sums, const Strides strides)
        : m_unit(unit)
        , m_sums(sums)
        , m_strides(strides)
        , m_scaler(*unit.panel)
    {
    }

    [[gnu::always_inline]] void operator()(int t)
    {
        using V = typename Kernel::Vector;
        if (!isWhole && t >= m_unit.tokens)
            return;
        V::store(m_unit.result, m_scaler.add(V::load(m_unit.sum), m_sums, t, m_unit.x[t], m_unit.sums[t]));
        m_unit.sum += m_strides.sum;
        m_unit.result += m_strides.result;
    }

private:
    Unit m_unit; ///< sum and result: of the next token
    const typename Kernel::Sums& m_sums;
    Strides m_strides;
    typename Kernel::Scaler m_scaler;
};

/// What runs beside the products of a unit when no sums wait for being added.
constexpr auto nothing = [](int) {
};

} // namespace
} // namespace lacuna::kernels
