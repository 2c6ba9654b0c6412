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
    explicit UnitCursor(const QuantisedProduct& product)
        : m_product(product)
    {
    }

    [[gnu::always_inline]] Unit unit() const
    {
        return {reinterpret_cast<const PlanePanel*>(m_product.panels + m_panel),
                m_product.x + m_first,
                m_product.sums + m_first,
                tokens(),
                m_product.sum + (std::ptrdiff_t(m_first) * m_product.panelCount + m_panel) * panelRows,
                m_product.result + m_first * m_product.resultStride + m_panel * panelRows};
    }
    bool isWhole() const { return tokens() == tileRows; }
    void advance()
    {
        if (++m_panel < m_product.panelCount)
            return;
        m_panel = 0;
        m_first += tileRows;
    }

private:
    int tokens() const { return m_product.tokens - m_first < tileRows ? m_product.tokens - m_first : tileRows; }

    const QuantisedProduct& m_product;
    int m_first = 0; ///< token
    int m_panel = 0;
};

/// What runs beside the products of a unit when no sums wait for being added.
constexpr auto nothing = [](int) {
};

} // namespace
} // namespace lacuna::kernels
