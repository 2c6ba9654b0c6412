// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/predictor.h"
#include "model/transformer.h"

#include <optional>
#include <vector>

namespace lacuna::diffusion {

/// A transformer as the denoising algorithm sees it: every pass is a full one.
class TransformerPredictor final : public Predictor {
public:
    /// `transformer` must outlive the predictor.
    explicit TransformerPredictor(model::Transformer& transformer);

    int hiddenWidth() const override;
    int maxPositions() const override;
    Result<void> forward(std::span<const TokenId> canvas, std::span<const int> rows, std::span<float> hidden,
                         std::stop_token stop) override;
    Result<void> head(std::span<const float> hidden, int pieceIds, kernels::UsePiece use,
                      std::stop_token stop) override;

    qint64 rowsComputed() const { return m_rowsComputed; } ///< by all finished passes so far

private:
    model::Transformer& m_transformer;
    std::optional<model::KvStore> m_store; ///< for canvases of the last one's length
    std::vector<int> m_positions; ///< 0, 1, 2, …
    qint64 m_rowsComputed = 0;
};

} // namespace lacuna::diffusion
