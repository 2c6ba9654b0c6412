// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "gguf/finding.h"
#include "gguf/mapped_file.h"
#include "gguf/source.h"

#include <memory>
#include <optional>
#include <vector>

namespace lacuna::gguf {

/// One file of a model, as far as it could be read.
struct Shard {
    static constexpr quint64 s_defaultAlignment = 32;

    QString path;
    std::unique_ptr<MappedFile> mapping; ///< null when the bytes came from memory
    Source source;
    quint64 alignment = s_defaultAlignment;
    std::vector<KeyValue> metadata;
    std::vector<TensorInfo> tensors;
    /// Where the tensor table ends; nothing if it could not be read to its end, and then no tensor's place is known.
    std::optional<quint64> tableEnd;
    Findings findings;

    const Value* find(QByteArrayView key) const; ///< the first with this key, null if there is none
};

/// Header, metadata and tensor table of `source` into `shard`. Error where not even the header can be read; from there
/// on whatever can be walked is there, with findings. Tensors carry the offsets of the file, relative to the data.
Result<void> readTables(Shard& shard);

/// Turns the tensors' offsets into places in the file and checks how they lie: aligned, inside the file, no overlaps.
void placeTensors(Shard& shard);

} // namespace lacuna::gguf
