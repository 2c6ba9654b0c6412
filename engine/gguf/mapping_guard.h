// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace lacuna::gguf {

/// Guards a mapped file against other programs that shorten it. One implementation a family of systems:
///
/// POSIX lets anybody truncate a mapped file; touching a page that is gone then raises SIGBUS. The guard's handler puts
/// a page of zeros in its place and remembers it, so the reader runs on and learns of it from isDamaged(). SIGBUS from
/// anywhere else goes to the handler that was there before.
///
/// Windows refuses to shorten a mapped file; the guard also denies other programs to write into it, where none did
/// before. What remains is a disk or a network that fails while a page is read: that ends the program there, since
/// Windows cannot put another page in the place of one in the middle of a mapping.
class MappingGuard {
public:
    MappingGuard(const QFile& file, std::span<const std::byte> mapping);
    ~MappingGuard();
    Q_DISABLE_COPY_MOVE(MappingGuard)

    bool isDamaged() const; ///< a read has hit a part that is gone
    std::optional<quint64> currentSize() const; ///< of the file on disk; nothing where the system will not say

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lacuna::gguf
