// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/file.h"
#include "model/hyperparameters.h"
#include "model/key_reader.h"
#include "model/weight_table.h"
#include "model/weights.h"

#include <QStringList>

namespace lacuna::model {

/// What sets one architecture apart: which keys and tensors its files must have. Each stands in a file of its own.
struct Architecture {
    const char* name; ///< `general.architecture`, and the prefix of its keys
    Result<Hyperparameters> (*readHyperparameters)(const KeyReader& reader);
    /// Asks the table for all tensors; problems stay in the table.
    Weights (*readWeights)(WeightTable& table, const Hyperparameters& hyperparameters);
};

extern const Architecture llada;

/// Names of the architectures that this engine runs, as `general.architecture` has them.
QStringList supportedArchitectures();

/// Keys that all architectures share. `vocabulary` is left 0.
Result<Hyperparameters> readCommonHyperparameters(const KeyReader& reader);

/// A model as its file describes it, checked as a whole.
struct Description {
    Hyperparameters hyperparameters;
    Weights weights;
    QStringList warnings; ///< what was tolerated, in sentences
};

/// Reads and checks everything that a forward pass will rely on. Errors: an unsupported architecture (with the list of
/// supported ones), keys that are missing or make no sense, tensors that are missing or of a wrong shape or type.
Result<Description> describe(const gguf::File& file);

} // namespace lacuna::model
