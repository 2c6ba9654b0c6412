// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The products of dense f32 panels with activations, for any vector class V of 16 lanes.

#include "kernels/kernel_table.h"
#include "kernels/simd/constants.h"

namespace lacuna::kernels {

/// c += w · x for dense f32 panels.
template<typename V, int panels, int tokens>
void multiplyPlainTile(const PlainProduct& product, const float* w, const float* x, float* c)
{
    typename V::Floats s[panels][tokens];
    for (int p = 0; p < panels; ++p) {
        for (int t = 0; t < tokens; ++t)
            s[p][t] = V::all(0.0f);
    }
    for (int k = 0; k < product.values; ++k) {
        typename V::Floats weights[panels];
        for (int p = 0; p < panels; ++p)
            weights[p] = V::load(w + p * product.panelStride + k * panelRows);
        for (int t = 0; t < tokens; ++t) {
            const typename V::Floats value = V::all(x[t * product.xStride + k]);
            for (int p = 0; p < panels; ++p)
                s[p][t] = V::fma(weights[p], value, s[p][t]);
        }
    }
    for (int p = 0; p < panels; ++p) {
        for (int t = 0; t < tokens; ++t) {
            float* to = c + t * product.cStride + p * panelRows;
            V::store(to, V::add(V::load(to), s[p][t]));
        }
    }
}

/// All tokens with some panels, which meanwhile stay in the nearest cache.
template<typename V, int panels>
void multiplyPlainPanels(const PlainProduct& product, int firstPanel)
{
    const float* w = product.w + firstPanel * product.panelStride;
    const float* x = product.x;
    float* c = product.c + firstPanel * panelRows;
    forEachTile<V::plainTileTokens>(product.tokens, [&]<int size>() {
        multiplyPlainTile<V, panels, size>(product, w, x, c);
        x += size * product.xStride;
        c += size * product.cStride;
    });
}

template<typename V>
void multiplyPlain(const PlainProduct& product)
{
    int p = 0;
    for (; p + V::plainTilePanels <= product.panels; p += V::plainTilePanels)
        multiplyPlainPanels<V, V::plainTilePanels>(product, p);
    for (; p < product.panels; ++p)
        multiplyPlainPanels<V, 1>(product, p);
}

} // namespace lacuna::kernels
