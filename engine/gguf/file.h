// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/finding.h"
#include "gguf/text.h"
#include "gguf/value.h"
#include "quant/tensor_type.h"

#include <QByteArrayView>
#include <QHash>
#include <QString>
#include <QStringList>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace lacuna::gguf {

struct KeyValue {
    QByteArrayView key; ///< raw bytes, by length
    Value value;
    quint64 offset; ///< of the entry (its key's length) in its file
};

struct TensorInfo {
    QByteArrayView name; ///< raw bytes, by length
    quint32 typeId; ///< as in the file; quant::findTraits() tells whether it is known
    int dimensions; ///< 0 … 4; a scalar has 0
    std::array<quint64, 4> shape; ///< ne0 (contiguous) first, 1 beyond dimensions
    quint64 elements; ///< product of shape; 0 where that overflows
    quint64 bytes; ///< of the data; 0 where the type is unknown or the size overflows
    quint64 offset; ///< absolute, in its shard's file; 0 where it overflows or the table could not be read to its end
    int shard; ///< from 0
    quint64 entryOffset; ///< of its entry in the tensor table, in its shard's file
    bool inFile; ///< type and size are known and all bytes lie inside the shard's file: File::data() has them
};

struct Shard;

/// An open GGUF file (all shards of it), memory-mapped, immutable, safe to read from several threads.
///
/// Two levels. *Structural*: whatever can be walked opens, and findings() lists what is wrong, with byte offsets.
/// *Runnable*: checkRunnable() says whether the engine may rely on the structure. What the keys and tensors mean is the
/// business of tokenizer/ and model/.
class File {
public:
    /// Opens a file, or all shards of the split file that it belongs to, whichever shard `path` names. Fails only where
    /// not even the header can be read: no regular file, no permission, no GGUF magic, an unknown version.
    static Result<std::shared_ptr<const File>> open(const QString& path);
    /// The same for bytes in memory, which must outlive the File. `name` stands for the path in messages.
    static Result<std::shared_ptr<const File>> openMemory(std::span<const std::byte> bytes, const QString& name = {});

    ~File();

    QString path() const; ///< of the first shard
    QStringList shardPaths() const; ///< of the shards that are there, in order
    quint32 version() const;
    bool isBigEndian() const;
    quint64 alignment() const; ///< of tensor data; 32 where the file says nothing or nonsense
    quint64 totalBytes() const; ///< of all shards

    std::span<const KeyValue> metadata() const { return m_metadata; } ///< in file order, of the first shard
    const Value* find(QByteArrayView key) const; ///< null where there is none; the first of duplicates
    std::span<const TensorInfo> tensors() const { return m_tensors; } ///< of all shards, in file order
    const TensorInfo* tensor(QByteArrayView name) const; ///< null where there is none; the first of duplicates
    std::span<const Finding> findings() const { return m_findings; }

    /// Typed access to metadata. Errors name the key: Missing, or InvalidArgument with the wanted and the found type.
    Result<Value> value(QByteArrayView key) const;
    Result<quint64> unsignedValue(QByteArrayView key) const;
    Result<qint64> signedValue(QByteArrayView key) const;
    Result<QByteArrayView> bytesValue(QByteArrayView key) const;
    /// An array with elements of exactly this type.
    Result<Value> arrayValue(QByteArrayView key, ValueType elementType) const;

    /// Whether the engine may run this file: the first error-level finding, as an Error.
    Result<void> checkRunnable() const;
    /// The tensor's bytes in the mapping (size == info.bytes), in the file's byte order; an error where they lie
    /// outside the file or the type is unknown.
    Result<std::span<const std::byte>> data(const TensorInfo& info) const;
    /// Whether the mapping can still be trusted: an error (Io) once a shard is shorter on disk than when it was opened,
    /// or a read has hit a part that is gone. Such a read gives zeros instead of a crash, so whoever computes on the
    /// data asks before *and after*, and throws the result away on an error. Costs a few microseconds.
    Result<void> checkUnchanged() const;

private:
    File();
    static std::shared_ptr<const File> assemble(std::vector<std::unique_ptr<Shard>> shards);
    void adopt(Shard& shard, int index);

    std::vector<std::unique_ptr<Shard>> m_shards; ///< at least one
    std::vector<KeyValue> m_metadata;
    std::vector<TensorInfo> m_tensors;
    QHash<QByteArrayView, qsizetype> m_keyIndex;
    QHash<QByteArrayView, qsizetype> m_tensorIndex;
    std::vector<Finding> m_findings;
};

} // namespace lacuna::gguf
