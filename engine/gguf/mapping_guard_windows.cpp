// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/mapping_guard.h"

#include <QDir>
#include <QFileInfo>

#include <qt_windows.h>

namespace lacuna::gguf {

namespace {

/// The path in the form that may be longer than 260 characters: \\?\C:\…, \\?\UNC\server\…
std::wstring longPath(const QFile& file)
{
    const QString native = QDir::toNativeSeparators(QFileInfo(file).absoluteFilePath());
    if (native.startsWith(QStringLiteral("\\\\?\\")))
        return native.toStdWString();
    if (native.startsWith(QStringLiteral("\\\\")))
        return (QStringLiteral("\\\\?\\UNC") + native.mid(1)).toStdWString();
    return (QStringLiteral("\\\\?\\") + native).toStdWString();
}

HANDLE openShared(const QFile& file, DWORD withOthers)
{
    return CreateFileW(longPath(file).c_str(), GENERIC_READ, withOthers, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL,
                       nullptr);
}

} // namespace

struct MappingGuard::Private {
    HANDLE handle;
};

MappingGuard::MappingGuard(const QFile& file, std::span<const std::byte>)
    : d(new Private {openShared(file, FILE_SHARE_READ)}) // while it is open nobody writes, deletes or renames
{
    if (d->handle == INVALID_HANDLE_VALUE) // somebody is writing already
        d->handle = openShared(file, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE);
}

MappingGuard::~MappingGuard()
{
    if (d->handle != INVALID_HANDLE_VALUE)
        CloseHandle(d->handle);
}

bool MappingGuard::isDamaged() const
{
    return false;
}

std::optional<quint64> MappingGuard::currentSize() const
{
    LARGE_INTEGER size;
    if (d->handle == INVALID_HANDLE_VALUE || !GetFileSizeEx(d->handle, &size))
        return std::nullopt;
    return static_cast<quint64>(size.QuadPart);
}

} // namespace lacuna::gguf
