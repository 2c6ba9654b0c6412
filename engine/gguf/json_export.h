// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QIODevice>

#include <limits>
#include <optional>
#include <stop_token>

namespace lacuna::gguf {

struct JsonOptions {
    /// Elements written of each array; "count" tells how many it has.
    quint64 arrayElements = std::numeric_limits<quint64>::max();
    /// Whether the engine can run the file: nothing is said about it where absent, "" if it can, else why not.
    std::optional<QString> whyNot;
};

/// Writes what can be known of a file without its tensors' data as one JSON object: sizes, mix of types, metadata,
/// tensor table, findings. It is written front to back, so arrays of any length pass through. What JSON cannot say, or
/// its readers would round: integers beyond 64 signed bits, NaN and infinities become strings ("nan", "inf"); text that
/// is not UTF-8 becomes {"hex": "…"}. Characters that a terminal would obey are written as `\uXXXX`. Errors:
/// Io, Cancelled.
Result<void> writeJson(const File& file, const JsonOptions& options, QIODevice& out, std::stop_token stop = {});

} // namespace lacuna::gguf
