// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <vector>

namespace lacuna::gguf {

/// Tensors of one type together.
struct TypeShare {
    quint32 typeId;
    quint64 tensors = 0;
    quint64 elements = 0; ///< stops at the largest number where a hostile file claims more; so do the others
    quint64 bytes = 0;
};

/// What a file's tensors come to.
struct Summary {
    quint64 elements = 0; ///< the model's parameters, as far as shapes make sense
    quint64 bytes = 0; ///< of all tensors whose size is known
    double bitsPerWeight = 0; ///< over the tensors whose size is known; 0 if there are none
    std::vector<TypeShare> types; ///< the largest in bytes first
};

Summary summarise(const File& file);

/// What a text of the metadata says, escaped for display; empty where the file has no such key or no text there.
QString shownText(const File& file, QByteArrayView key);

/// Bits that an element of this tensor takes; 0 where its size is unknown.
double bitsPerWeight(const TensorInfo& info);

} // namespace lacuna::gguf
