// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/mapping_guard.h"

#include <QDir>

#include <qt_windows.h>

namespace lacuna::gguf {

struct MappingGuard::Private {
    HANDLE handle;
};

MappingGuard::MappingGuard(const QFile& file, std::span<const std::byte>)
    : d(new Private {CreateFileW(
        reinterpret_cast<const wchar_t*>(QDir::toNativeSeparators(file.fileName()).utf16()), GENERIC_READ,
        FILE_SHARE_READ, // no FILE_SHARE_WRITE, no FILE_SHARE_DELETE: nobody changes the file while this handle is open
        nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)})
{
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
