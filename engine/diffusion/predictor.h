// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "kernels/linear.h"

#include <span>
#include <stop_token>

namespace lacuna::diffusion {

/// The network as the algorithm sees it: ids in, logits of some positions out.
///
/// In two calls, because logits are large (506 kB a position for LLaDA-8B) while what the head makes them of is small:
/// the algorithm keeps the final hidden rows of a pass and reads the logits of a few of them at a time, piece by piece,
/// so that they never go to memory, and no pass is ever computed twice. Neither call may depend on earlier ones in its
/// result; both may run on the thread pool that the generator uses.
class Predictor {
public:
    virtual ~Predictor() = default;
    /// Values of a final hidden row.
    virtual int hiddenWidth() const = 0;
    /// The longest canvas that the network accepts.
    virtual int maxPositions() const = 0;
    /// Full pass over `canvas`. Writes what the head needs of the positions `rows` (strictly ascending) to `hidden`:
    /// rows.size() × hiddenWidth(), row-major. Error::Cancelled within 50 ms of a requested stop.
    virtual Result<void> forward(std::span<const TokenId> canvas, std::span<const int> rows, std::span<float> hidden,
                                 std::stop_token stop) = 0;
    /// Logits of hidden rows, in pieces of `pieceIds` ids (fewer at the end), each of them to one call on any thread:
    /// use(first id, (hidden.size() / hiddenWidth()) × so many logits), which may be changed and are gone afterwards. A
    /// row's logits do not depend on the rows beside it. Error::Cancelled within 50 ms of a requested stop.
    virtual Result<void> head(std::span<const float> hidden, int pieceIds, kernels::UsePiece use,
                              std::stop_token stop) = 0;
};

} // namespace lacuna::diffusion
