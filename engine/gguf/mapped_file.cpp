// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/mapped_file.h"

#include "gguf/mapping_guard.h"
#include "gguf/path_obstacle.h"
#include "gguf/text.h"

namespace lacuna::gguf {

namespace {

tl::unexpected<Error> pathError(const QString& path, const QString& what)
{
    const QString shown = shownPath(path);
    return failure(Error::Code::Io, QStringLiteral("Cannot open \"%1\": %2.").arg(shown, what), std::nullopt, shown);
}

QString obstacle(const QString& path)
{
    if (path.isEmpty())
        return QStringLiteral("the path is empty");
    if (path.contains(QChar(0)))
        return QStringLiteral("the path contains a zero character");
    return pathObstacle(path);
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
                QStringLiteral("\"%1\" was cut off by another program while in use: it had %2 bytes and now has %3."),
                shownPath(path()), m_bytes.size(), size.value_or(0)),
            std::nullopt, shownPath(path()), QStringLiteral("Restore the file and open it again."));
    }
    if (m_guard->isDamaged()) {
        return failure(
            Error::Code::Io,
            sentence(QStringLiteral("A part of \"%1\" could not be read: the disk failed, or another program "
                                    "changed the file while it was in use."),
                     shownPath(path())),
            std::nullopt, shownPath(path()), QStringLiteral("Open it again."));
    }
    return {};
}

} // namespace lacuna::gguf
