// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/mapped_file.h"

#include "gguf/mapping_guard.h"
#include "gguf/text.h"

#include <filesystem>
#include <system_error>

namespace lacuna::gguf {

namespace {

tl::unexpected<Error> pathError(const QString& path, const QString& what)
{
    const QString shown = shownPath(path);
    return failure(Error::Code::Io, QStringLiteral("Cannot open \"%1\": %2.").arg(shown, what), std::nullopt, shown);
}

std::filesystem::path nativePath(const QString& path)
{
#ifdef Q_OS_WIN
    return path.toStdWString();
#else
    return QFile::encodeName(path).toStdString();
#endif
}

/// Why a path that is no regular file cannot be read. Asked before opening, since opening a pipe waits for a writer.
QString obstacle(const QString& path)
{
    using std::filesystem::file_type;
    if (path.isEmpty())
        return QStringLiteral("the path is empty");
    if (path.contains(QChar(0)))
        return QStringLiteral("the path contains a zero character");
    std::error_code error;
    const file_type type = std::filesystem::status(nativePath(path), error).type();
    if (error == std::errc::too_many_symbolic_link_levels)
        return QStringLiteral("its symbolic links lead in a circle");
    if (error == std::errc::permission_denied)
        return QStringLiteral("no permission to look into its folder");
    switch (type) {
    case file_type::regular:
        return {};
    case file_type::not_found: {
        const bool isLink = std::filesystem::is_symlink(std::filesystem::symlink_status(nativePath(path), error));
        return isLink ? QStringLiteral("it is a symbolic link to a file that does not exist")
                      : QStringLiteral("it does not exist");
    }
    case file_type::directory:
        return QStringLiteral("it is a folder, not a file");
    case file_type::fifo:
        return QStringLiteral("it is a pipe, and a model can only be read from a regular file");
    case file_type::character:
    case file_type::block:
        return QStringLiteral("it is a device, and a model can only be read from a regular file");
    case file_type::socket:
        return QStringLiteral("it is a socket, and a model can only be read from a regular file");
    default:
        return error ? QString::fromLocal8Bit(error.message().c_str()) : QStringLiteral("it is not a regular file");
    }
}

} // namespace

MappedFile::MappedFile(const QString& path)
    : m_file(path)
{
}

MappedFile::~MappedFile() = default;

Result<std::unique_ptr<MappedFile>> MappedFile::open(const QString& path)
{
    if (const QString why = obstacle(path); !why.isEmpty())
        return pathError(path, why);
    std::unique_ptr<MappedFile> mapped(new MappedFile(path));
    QFile& file = mapped->m_file;
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return pathError(path, file.errorString());
    const qint64 size = file.size();
    if (size == 0)
        return mapped;
    const uchar* start = file.map(0, size);
    if (!start)
        return pathError(path, QStringLiteral("it cannot be mapped into memory (%1)").arg(file.errorString()));
    mapped->m_bytes = {reinterpret_cast<const std::byte*>(start), static_cast<size_t>(size)};
    mapped->m_guard = std::make_unique<MappingGuard>(file, mapped->m_bytes);
    return mapped;
}

Result<void> MappedFile::checkUnchanged() const
{
    if (!m_guard)
        return {};
    const auto size = m_guard->currentSize();
    if (!size || *size < m_bytes.size()) {
        return failure(
            Error::Code::Io,
            sentence(
                QStringLiteral("\"%1\" was cut off by another program while in use: it had %2 bytes and now has %3. "
                               "Restore the file and open it again."),
                shownPath(path()), m_bytes.size(), size.value_or(0)),
            std::nullopt, shownPath(path()));
    }
    if (m_guard->isDamaged()) {
        return failure(
            Error::Code::Io,
            sentence(QStringLiteral("A part of \"%1\" could not be read: the disk failed, or another program "
                                    "changed the file while it was in use. Open it again."),
                     shownPath(path())),
            std::nullopt, shownPath(path()));
    }
    return {};
}

} // namespace lacuna::gguf
