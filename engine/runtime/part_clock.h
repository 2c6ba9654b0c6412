// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>
#include <chrono>
#include <cstddef>

namespace lacuna::runtime {

/// What the time of a denoising step goes into.
enum class Part {
    Other, ///< embeddings, copies of rows, choosing and committing tokens, views: all that is no other part
    Quantisation, ///< activations to int8 with their scales and sums, unless a norm has just made them
    QueryKeyValue, ///< the projections to queries, keys and values
    Attention, ///< rotary embedding, laying out keys and values, scores, softmax, weighted sums
    AttentionOutput, ///< the projection of what was attended to, added to the residual stream
    GateUp, ///< the feed-forward network's two projections to its inner width, and SwiGLU
    Down, ///< and the one back, added to the residual stream
    Norms, ///< with the quantisation of what comes out
    Head, ///< logits of the positions that are still masked
    Sampling, ///< reading the logits: guidance, softmax, noise, candidates
};
/// How many parts there are.
inline constexpr std::size_t partCount = std::size_t(Part::Sampling) + 1;

/// Wall time of every part, in nanoseconds, indexed by Part.
using PartTimes = std::array<quint64, partCount>;

/// A stopwatch that runs for one part at any time, so that the parts add up to the whole. For one thread: that which
/// submits a pool's jobs.
class PartClock {
public:
    /// From now on until the end of its scope, time belongs to a part; afterwards again to the one around.
    class Scope {
    public:
        Scope(PartClock& clock, Part part)
            : m_clock(clock)
            , m_outer(clock.switchTo(part))
        {
        }
        ~Scope() { m_clock.switchTo(m_outer); }
        Q_DISABLE_COPY_MOVE(Scope)

    private:
        PartClock& m_clock;
        Part m_outer;
    };

    /// Starts again from zero.
    void reset();
    /// Since the last reset, the present moment included.
    PartTimes times();

private:
    using Clock = std::chrono::steady_clock;

    Part switchTo(Part part);

    Part m_part = Part::Other;
    Clock::time_point m_since = Clock::now();
    PartTimes m_times = {};
};

} // namespace lacuna::runtime
