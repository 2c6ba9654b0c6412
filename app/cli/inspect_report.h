// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QString>

namespace lacuna::cli {

/// Why the engine cannot run this file, in a sentence; empty if it can.
QString whyNotRunnable(const gguf::File& file);

/// The reports of `inspect` for people: tables in plain text.
QString summaryText(const gguf::File& file);
QString metadataText(const gguf::File& file, qsizetype lineLength);
QString tensorsText(const gguf::File& file);
QString findingsText(const gguf::File& file);

} // namespace lacuna::cli
