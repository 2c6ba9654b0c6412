// SPDX-License-Identifier: GPL-3.0-or-later
#include "quant/decoded.h"

#include "quant/decode_block.h"

#include <QtGlobal>

namespace lacuna::quant {
namespace {

using DecodeBlocks = void (*)(const std::byte* bytes, int values, std::uint8_t* q, float* scale, float* offset);

struct Decoder {
    TensorType type;
    DecodedTraits traits;
    DecodeBlocks decodeBlocks;
};

template<typename Block>
void decodeBlocks(const std::byte* bytes, int values, std::uint8_t* q, float* scale, float* offset)
{
    static_assert(alignof(Block) == 1 && Block::values % Block::decoded.groupSize == 0);
    constexpr int groups = Block::values / Block::decoded.groupSize;
    const auto* block = reinterpret_cast<const Block*>(bytes);
    for (int i = 0; i < values / Block::values; ++i, ++block, q += Block::values, scale += groups) {
        if constexpr (Block::decoded.hasOffset) {
            decode(*block, q, scale, offset);
            offset += groups;
        } else {
            decode(*block, q, scale);
        }
    }
}

template<typename Block>
constexpr Decoder decoderOf(TensorType type)
{
    return {type, Block::decoded, decodeBlocks<Block>};
}

constexpr Decoder decoders[] = {
    decoderOf<BlockQ4_0>(TensorType::Q4_0),     decoderOf<BlockQ4_1>(TensorType::Q4_1),
    decoderOf<BlockQ5_0>(TensorType::Q5_0),     decoderOf<BlockQ5_1>(TensorType::Q5_1),
    decoderOf<BlockQ8_0>(TensorType::Q8_0),     decoderOf<BlockQ2_K>(TensorType::Q2_K),
    decoderOf<BlockQ3_K>(TensorType::Q3_K),     decoderOf<BlockQ4_K>(TensorType::Q4_K),
    decoderOf<BlockQ5_K>(TensorType::Q5_K),     decoderOf<BlockQ6_K>(TensorType::Q6_K),
    decoderOf<BlockIQ4_NL>(TensorType::IQ4_NL), decoderOf<BlockIQ4_XS>(TensorType::IQ4_XS),
};

const Decoder* findDecoder(TensorType type)
{
    for (const Decoder& decoder : decoders) {
        if (decoder.type == type)
            return &decoder;
    }
    return nullptr;
}

} // namespace

const DecodedTraits* findDecodedTraits(TensorType type)
{
    const Decoder* decoder = findDecoder(type);
    return decoder ? &decoder->traits : nullptr;
}

void decodeRow(TensorType type, const std::byte* blocks, int values, std::uint8_t* q, float* scale, float* offset)
{
    const Decoder* decoder = findDecoder(type);
    Q_ASSERT(decoder);
    decoder->decodeBlocks(blocks, values, q, scale, offset);
}

} // namespace lacuna::quant
