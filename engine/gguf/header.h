// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/source.h"

namespace lacuna::gguf {

/// What a file begins with.
struct Header {
    quint64 tensorCount; ///< as the file claims
    quint64 keyCount; ///< as the file claims
    quint64 countsOffset; ///< of tensorCount; keyCount follows
    quint64 end; ///< where the metadata begins
};

/// Reads magic, version and counts, and sets the source's version and byte order. Error: NotGguf, Unsupported (a
/// version that nobody has defined) or Malformed (the file ends in its header).
Result<Header> readHeader(Source& source);

} // namespace lacuna::gguf
