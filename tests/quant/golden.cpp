// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/golden.h"

#include "quant/little_endian.h"

#include <QFile>

#include <cstring>

namespace lacuna::quant {

std::optional<Golden> readGolden(TensorType type)
{
    const TypeTraits& geometry = traits(type);
    QFile file(QStringLiteral("tests/data/quant/%1.bin").arg(QLatin1String(geometry.name)));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray content = file.readAll();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(content.constData());
    constexpr std::size_t headerSize = 8;
    if (static_cast<std::size_t>(content.size()) < headerSize || loadU32(bytes) != static_cast<std::uint32_t>(type))
        return std::nullopt;

    const std::size_t blockCount = loadU32(bytes + 4);
    Golden golden {type, std::vector<std::byte>(blockCount * geometry.blockBytes),
                   std::vector<float>(blockCount * geometry.blockElements)};
    if (static_cast<std::size_t>(content.size()) != headerSize + golden.blocks.size() + 4 * golden.values.size())
        return std::nullopt;
    std::memcpy(golden.blocks.data(), bytes + headerSize, golden.blocks.size());
    const std::uint8_t* values = bytes + headerSize + golden.blocks.size();
    for (std::size_t i = 0; i < golden.values.size(); ++i)
        golden.values[i] = std::bit_cast<float>(loadU32(values + 4 * i));
    return golden;
}

} // namespace lacuna::quant
