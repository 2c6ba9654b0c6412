// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QByteArray>
#include <QString>

namespace lacuna::cli {

/// Why the engine cannot run this file, in a sentence; empty if it can.
QString whyNotRunnable(const gguf::File& file);

/// The reports of `inspect` for people: tables in plain text.
QString summaryText(const gguf::File& file);
QString metadataText(const gguf::File& file, qsizetype lineLength);
QString tensorsText(const gguf::File& file);
QString findingsText(const gguf::File& file);

/// Everything that the reports say, and offsets, as one JSON object. Arrays are given with their size and their first
/// 1000 elements. Numbers that JSON readers would round (beyond 64 signed bits) and those that JSON does not have (nan,
/// inf) are strings. Characters that a terminal would obey are written as \uXXXX.
QByteArray inspectJson(const gguf::File& file);

} // namespace lacuna::cli
