// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/shard.h"

#include <QSet>

namespace lacuna::gguf {

/// Walks over the metadata of one file, front to back, and checks every entry on the way.
class MetadataReader {
public:
    MetadataReader(Shard& shard, quint64 start);

    /// Reads up to `count` entries into the shard; true if all of them could be walked over.
    bool read(quint64 count);
    quint64 position() const { return m_cursor.position(); }

private:
    bool readEntry(quint64 index, quint64 count);
    void checkKey(QByteArrayView key, quint64 offset);
    std::optional<Value> readValue(ValueType type);
    std::optional<Value> readArray(int depth);
    bool walkStrings(quint64 count, quint64 start);
    bool walkArrays(quint64 count, quint64 start, int depth);
    bool takeSteps(quint64 count);
    std::nullopt_t endsInside(const char* what);

    Shard& m_shard;
    Cursor m_cursor;
    QString m_key; ///< of the entry at work, quoted
    QSet<QByteArrayView> m_keys;
    quint64 m_stepsLeft;
};

} // namespace lacuna::gguf
