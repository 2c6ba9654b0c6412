// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "model/transformer.h"
#include "tokenizer/chat_format.h"
#include "tokenizer/tokenizer.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace lacuna::app {

/// A loaded model as the GUI needs it; cheap to copy, immutable.
struct LoadedModel {
    QString path;
    QString name; ///< general.name, or the file's name
    QString architecture;
    int context = 0; ///< positions
    quint64 memoryBytes = 0; ///< estimate: weights, K/V and buffers of a canvas of usual length
    std::shared_ptr<const gguf::File> file;
    std::shared_ptr<const tokenizer::Tokenizer> tokenizer;
    tokenizer::ChatFormat chatFormat;
    QStringList warnings; ///< what was tolerated at load, in sentences
};

/// Bytes that a model needs, and that the machine has left.
struct MemoryNeed {
    model::MemoryEstimate needed;
    std::optional<quint64> available; ///< nothing where the system does not say

    bool fits() const { return !available || needed.total() <= *available; }
};

/// Asks the system for the bytes that are free.
using MemoryProbe = std::function<std::optional<quint64>()>;

} // namespace lacuna::app
