// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/dequantise.h"

#include "quant/decoded.h"
#include "quant/little_endian.h"

#include <algorithm>
#include <array>

namespace lacuna::quant {
namespace {

/// Plain numbers of `size` bytes, each turned into a float by `load`.
template<std::size_t size, typename Load>
void convert(const std::uint8_t* bytes, std::span<float> out, Load load)
{
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = load(bytes + size * i);
}

/// The formula of the decoded form. `q` and `out` are of equal length, a multiple of the group.
void expand(const DecodedTraits& traits, const std::uint8_t* q, const float* scale, const float* offset,
            std::span<float> out)
{
    for (std::size_t start = 0; start < out.size(); start += static_cast<std::size_t>(traits.groupSize), ++scale) {
        float* value = out.data() + start;
        for (int i = 0; i < traits.groupSize; ++i)
            value[i] = *scale * static_cast<float>(q[start + static_cast<std::size_t>(i)] - traits.zeroPoint);
        if (traits.hasOffset) {
            for (int i = 0; i < traits.groupSize; ++i)
                value[i] += *offset;
            ++offset;
        }
    }
}

void dequantiseDecoded(TensorType type, const DecodedTraits& decoded, const std::byte* blocks, std::span<float> out)
{
    // Small enough to stay in the first-level cache between the two passes over it; a multiple of every block.
    constexpr std::size_t chunk = 2048;
    std::array<std::uint8_t, chunk> q;
    std::array<float, chunk / 16> scale;
    std::array<float, chunk / 16> offset;
    const TypeTraits& geometry = traits(type);
    const std::size_t chunkBytes = chunk / geometry.blockElements * geometry.blockBytes;
    for (; !out.empty(); blocks += chunkBytes) {
        const std::span<float> part = out.first(std::min(chunk, out.size()));
        decodeRow(type, blocks, static_cast<int>(part.size()), q.data(), scale.data(), offset.data());
        expand(decoded, q.data(), scale.data(), offset.data(), part);
        out = out.subspan(part.size());
    }
}

} // namespace

Result<void> dequantise(TensorType type, std::span<const std::byte> blocks, std::span<float> out)
{
    const DecodedTraits* decoded = findDecodedTraits(type);
    const bool isPlain = type == TensorType::F32 || type == TensorType::F16 || type == TensorType::BF16;
    if (!decoded && !isPlain) {
        return failure(
            Error::Code::Unsupported,
            QStringLiteral("Values of type %1 cannot be read: this program does not know how they are packed.")
                .arg(typeName(static_cast<quint32>(type))));
    }
    if (byteSize(type, out.size()) != blocks.size()) {
        return failure(Error::Code::InvalidArgument,
                       QStringLiteral("%1 bytes of type %2 do not hold %3 values.")
                           .arg(blocks.size())
                           .arg(typeName(static_cast<quint32>(type)))
                           .arg(out.size()));
    }

    const auto* bytes = reinterpret_cast<const std::uint8_t*>(blocks.data());
    if (decoded)
        dequantiseDecoded(type, *decoded, blocks.data(), out);
    else if (type == TensorType::F32)
        convert<4>(bytes, out, [](const std::uint8_t* at) { return std::bit_cast<float>(loadU32(at)); });
    else if (type == TensorType::F16)
        convert<2>(bytes, out, [](const std::uint8_t* at) { return halfToFloat(loadU16(at)); });
    else
        convert<2>(bytes, out, [](const std::uint8_t* at) { return bfloat16ToFloat(loadU16(at)); });
    return {};
}

} // namespace lacuna::quant
