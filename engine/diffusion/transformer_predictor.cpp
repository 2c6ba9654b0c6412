// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/transformer_predictor.h"

#include <numeric>

namespace lacuna::diffusion {

TransformerPredictor::TransformerPredictor(model::Transformer& transformer)
    : m_transformer(transformer)
{
}

int TransformerPredictor::hiddenWidth() const
{
    return m_transformer.hyperparameters().width;
}

int TransformerPredictor::maxPositions() const
{
    return m_transformer.hyperparameters().context;
}

Result<void> TransformerPredictor::forward(std::span<const TokenId> canvas, std::span<const int> rows,
                                           std::span<float> hidden, std::stop_token stop)
{
    const int positions = int(canvas.size());
    if (!m_store || m_store->positions() != positions) {
        auto store =
            model::KvStore::create(m_transformer.hyperparameters(), positions, model::KvStore::Keep::CurrentLayer);
        if (!store)
            return tl::unexpected(store.error());
        m_store = std::move(*store);
        m_positions.resize(canvas.size());
        std::iota(m_positions.begin(), m_positions.end(), 0);
    }
    auto done =
        m_transformer.forward({.tokens = canvas, .positions = m_positions, .hiddenRows = rows}, *m_store, hidden, stop);
    if (done)
        m_rowsComputed += positions;
    return done;
}

Result<void> TransformerPredictor::head(std::span<const float> hidden, int pieceIds, kernels::UsePiece use,
                                        std::stop_token stop)
{
    return m_transformer.head(hidden, pieceIds, use, stop);
}

} // namespace lacuna::diffusion
