// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/header.h"

#include "gguf/text.h"

#include <array>

namespace lacuna::gguf {

namespace {

constexpr quint32 s_newestVersion = 3;

/// Magics of llama.cpp's formats before GGUF, as they stand in a file.
struct OldFormat {
    QByteArrayView magic;
    const char* name;
};
constexpr std::array<OldFormat, 5> s_oldFormats {{
    {"lmgg", "GGML"},
    {"fmgg", "GGMF"},
    {"tjgg", "GGJT"},
    {"algg", "GGLA (a LoRA adapter)"},
    {"nsgg", "GGSN (a saved session)"},
}};

Result<void> checkMagic(QByteArrayView start)
{
    if (start.size() < 4) {
        return failure(Error::Code::NotGguf,
                       start.isEmpty()
                           ? QStringLiteral("This is not a GGUF file: it is empty.")
                           : QStringLiteral("This is not a GGUF file: it has only %1 bytes.").arg(start.size()),
                       0);
    }
    const QByteArrayView magic = start.first(4);
    if (magic == "GGUF")
        return {};
    for (const OldFormat& old : s_oldFormats) {
        if (magic == old.magic) {
            return failure(Error::Code::NotGguf,
                           QStringLiteral("This is a file of the old %1 format, which came before GGUF. Convert the "
                                          "original model to GGUF.")
                               .arg(QLatin1StringView(old.name)),
                           0);
        }
    }
    return failure(Error::Code::NotGguf,
                   QStringLiteral("This is not a GGUF file: it begins with %1 instead of \"GGUF\".").arg(quoted(magic)),
                   0);
}

} // namespace

Result<Header> readHeader(Source& source)
{
    const QByteArrayView start(reinterpret_cast<const char*>(source.bytes.data()),
                               static_cast<qsizetype>(source.bytes.size()));
    if (const auto magic = checkMagic(start); !magic)
        return tl::unexpected(magic.error());

    constexpr quint64 s_versionOffset = 4;
    Cursor cursor(source, s_versionOffset);
    const auto version = cursor.number<quint32>();
    if (!version) {
        return failure(Error::Code::Malformed,
                       QStringLiteral("The file ends after %1 bytes, inside its header.").arg(source.bytes.size()),
                       source.bytes.size());
    }
    // Nothing in a file tells its byte order. Versions are small numbers, so one whose low half is empty is swapped.
    source.bigEndian = *version != 0 && (*version & 0xffff) == 0;
    source.version = source.bigEndian ? qbswap(*version) : *version;
    if (source.version == 0 || source.version > s_newestVersion) {
        return failure(
            Error::Code::Unsupported,
            sentence(QStringLiteral("The file says that it is of GGUF version %1; versions 1 to %2 are known."),
                     source.version, s_newestVersion),
            s_versionOffset);
    }
    Header header {};
    header.countsOffset = cursor.position();
    const auto tensorCount = cursor.length();
    const auto keyCount = cursor.length();
    if (!tensorCount || !keyCount) {
        return failure(Error::Code::Malformed,
                       QStringLiteral("The file ends after %1 bytes, inside its header.").arg(source.bytes.size()),
                       source.bytes.size());
    }
    header.tensorCount = *tensorCount;
    header.keyCount = *keyCount;
    header.end = cursor.position();
    return header;
}

} // namespace lacuna::gguf
