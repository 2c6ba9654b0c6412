// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of gguf/ completes it: see the doc comments for what other rooms rely on.

#include "error.h"
#include "gguf/value.h"
#include "quant/tensor_type.h"

#include <QByteArrayView>
#include <QString>
#include <QStringList>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace lacuna::gguf {

/// A metadata value: a view into the mapped file, cheap to copy, valid as long as its File.
/// Arrays are lazy: opening costs one walk and no copies; string arrays build an offset index on first access.
class Value {
public:
    ValueType type() const;
    bool isInteger() const;

    /// Scalars. Integers of any width convert when they fit, anything else is an error that names wanted and found type.
    Result<quint64> toUnsigned() const;
    Result<qint64> toSigned() const;
    Result<double> toDouble() const; ///< floats only, and integers
    Result<bool> toBool() const;
    Result<QByteArrayView> toBytes() const; ///< strings: raw bytes, by length, may hold anything

    /// Arrays.
    ValueType elementType() const;
    quint64 size() const; ///< elements of an array, else 0
    Value at(quint64 index) const; ///< index < size()
};

struct KeyValue {
    QByteArrayView key; ///< raw bytes, by length
    Value value;
    quint64 offset; ///< of the key in its file
};

struct TensorInfo {
    QByteArrayView name; ///< raw bytes, by length
    quint32 typeId; ///< as in the file; quant::findTraits() tells whether it is known
    int dimensions; ///< 0 … 4
    std::array<quint64, 4> shape; ///< ne0 (contiguous) first, 1 beyond dimensions
    quint64 elements; ///< product of shape
    quint64 bytes; ///< 0 where the type is unknown
    quint64 offset; ///< absolute, in its shard's file
    int shard; ///< from 0
};

/// Something that the structure check saw. `kind` is the number of the case in the malformed-input catalogue, 0 if none.
struct Finding {
    enum class Severity { Note, Warning, Error };
    Severity severity;
    int kind;
    std::optional<quint64> offset;
    QString text;
};

/// An open GGUF file (all shards of it), memory-mapped, immutable, safe to read from several threads.
class File {
public:
    /// Opens a file, or all shards of the split file that it belongs to. Structural level: whatever can be walked opens,
    /// with findings; fails only where not even the header can be read.
    static Result<std::shared_ptr<const File>> open(const QString& path);

    QString path() const; ///< of the first shard
    QStringList shardPaths() const;
    quint32 version() const;
    bool isBigEndian() const;
    quint64 alignment() const;
    quint64 totalBytes() const; ///< of all shards

    std::span<const KeyValue> metadata() const; ///< in file order, of the first shard
    const Value* find(QByteArrayView key) const;
    std::span<const TensorInfo> tensors() const; ///< of all shards
    const TensorInfo* tensor(QByteArrayView name) const;
    std::span<const Finding> findings() const;

    /// Whether the engine may run this file: the first error-level finding, as an Error.
    Result<void> checkRunnable() const;
    /// The tensor's bytes in the mapping (size == info.bytes); an error where they lie outside the file.
    Result<std::span<const std::byte>> data(const TensorInfo& info) const;
    /// Re-checks the shards' sizes on disk (a mapped file may have been truncated by another program).
    Result<void> checkUnchanged() const;
};

/// Text for display: valid UTF-8 kept, control and invalid bytes escaped as \xNN, \n, \t.
QString escaped(QByteArrayView bytes);

} // namespace lacuna::gguf
