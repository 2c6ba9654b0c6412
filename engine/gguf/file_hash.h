// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <stop_token>

namespace lacuna::gguf {

/// SHA-256 of a file on disk, read in chunks. `report`, where given, gets the bytes done so far after each chunk.
/// Errors: Io, Cancelled.
Result<QByteArray> sha256(const QString& path, const std::function<void(quint64)>& report = {},
                          std::stop_token stop = {});

} // namespace lacuna::gguf
