// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/generator.h"

#include <functional>

namespace lacuna::support {

/// A network without tensors: the logits are whatever a function says, so a test can script them, or hash them.
class FakePredictor : public diffusion::Predictor {
public:
    struct Pass {
        std::vector<TokenId> canvas;
        quint64 hash = 0; ///< of the canvas
    };
    using Logit = std::function<float(const Pass& pass, int position, TokenId id)>;

    FakePredictor(Logit logit, int vocabulary, int maxPositions = 4096)
        : m_logit(std::move(logit))
        , m_vocabulary(vocabulary)
        , m_maxPositions(maxPositions)
    {
    }

    /// Logits between −scale and scale that depend on every id of the canvas, the position and the id, in steps fine
    /// enough that ties do not occur by chance.
    static Logit hashed(quint64 seed, float scale = 8)
    {
        return [seed, scale](const Pass& pass, int position, TokenId id) {
            const quint64 bits = mix(mix(mix(pass.hash + seed) + quint64(position)) + quint64(id));
            return scale * (float(qint64(bits >> 40) - (1 << 23)) / float(1 << 23));
        };
    }

    static Pass passOver(std::span<const TokenId> canvas)
    {
        Pass pass {{canvas.begin(), canvas.end()}, 0};
        for (const TokenId id : canvas)
            pass.hash = mix(pass.hash + quint64(id));
        return pass;
    }

    float logit(const Pass& pass, int position, TokenId id) const { return m_logit(pass, position, id); }
    /// Every canvas that was given to forward(), in order.
    const std::vector<Pass>& passes() const { return m_passes; }
    /// The most rows that head() was asked for at once.
    size_t mostRows() const { return m_mostRows; }
    /// Called at the start of every forward() with its number, from 0.
    void setOnForward(std::function<void(size_t)> call) { m_onForward = std::move(call); }

    int hiddenWidth() const override { return 2; }
    int maxPositions() const override { return m_maxPositions; }

    Result<void> forward(std::span<const TokenId> canvas, std::span<const int> rows, std::span<float> hidden,
                         std::stop_token stop) override
    {
        if (m_onForward)
            m_onForward(m_passes.size());
        if (stop.stop_requested())
            return failure(Error::Code::Cancelled, QStringLiteral("stopped"));
        for (size_t i = 0; i < rows.size(); ++i) {
            hidden[2 * i] = float(m_passes.size());
            hidden[2 * i + 1] = float(rows[i]);
        }
        m_passes.push_back(passOver(canvas));
        return {};
    }

    Result<void> head(std::span<const float> hidden, int pieceIds, kernels::UsePiece use, std::stop_token) override
    {
        const int rows = int(hidden.size() / 2);
        m_mostRows = std::max(m_mostRows, size_t(rows));
        for (TokenId first = 0; first < m_vocabulary; first += pieceIds) {
            const int ids = std::min(pieceIds, m_vocabulary - first);
            std::vector<float> logits(size_t(rows) * size_t(ids));
            const kernels::Matrix piece(logits.data(), rows, ids);
            for (int row = 0; row < rows; ++row) {
                const Pass& pass = m_passes[size_t(hidden[2 * size_t(row)])];
                for (int i = 0; i < ids; ++i)
                    piece.row(row)[i] = m_logit(pass, int(hidden[2 * size_t(row) + 1]), first + i);
            }
            use(first, piece);
        }
        return {};
    }

private:
    static quint64 mix(quint64 z)
    {
        z = (z + 0x9e3779b97f4a7c15U) * 0xd6e8feb86659fd93U;
        z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93U;
        return z ^ (z >> 32);
    }

    Logit m_logit;
    int m_vocabulary;
    int m_maxPositions;
    std::vector<Pass> m_passes;
    size_t m_mostRows = 0;
    std::function<void(size_t)> m_onForward;
};

} // namespace lacuna::support
