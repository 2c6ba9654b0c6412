// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QIODevice>

#include <stop_token>

namespace lacuna::gguf {

/// Tables as RFC 4180 has them: comma-separated, one header line, fields quoted where needed, UTF-8, CR LF. Text from
/// the file is escaped as on the screen. Errors: Io, Cancelled.

/// key, type, value (strings whole, arrays cut after some hundred characters), offset
Result<void> writeMetadataCsv(const File& file, QIODevice& out, std::stop_token stop = {});
/// name, shape, type, elements, bytes, bits per weight, offset, shard
Result<void> writeTensorsCsv(const File& file, QIODevice& out, std::stop_token stop = {});

} // namespace lacuna::gguf
