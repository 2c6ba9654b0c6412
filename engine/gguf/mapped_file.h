// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QFile>
#include <QString>

#include <cstddef>
#include <memory>
#include <span>

namespace lacuna::gguf {

class MappingGuard;

/// A regular file mapped read-only into memory for the object's lifetime.
class MappedFile {
public:
    /// Errors (Io, a sentence each) for what is no regular file (folder, pipe, device, a link that leads nowhere or in
    /// circles), for missing permission, and for what the operating system says otherwise.
    static Result<std::unique_ptr<MappedFile>> open(const QString& path);
    ~MappedFile();
    Q_DISABLE_COPY_MOVE(MappedFile)

    QString path() const { return m_file.fileName(); }
    std::span<const std::byte> bytes() const { return m_bytes; } ///< empty for an empty file
    /// See File::checkUnchanged().
    Result<void> checkUnchanged() const;

private:
    explicit MappedFile(const QString& path);

    QFile m_file;
    std::span<const std::byte> m_bytes;
    std::unique_ptr<MappingGuard> m_guard; ///< goes before the mapping does
};

} // namespace lacuna::gguf
