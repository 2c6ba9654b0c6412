// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/architecture.h"

namespace lacuna::model {

namespace {

// Far above any model's, and low enough that the products of two fit 64 bits with room to spare.
constexpr int maxSize = 1 << 24;
constexpr int maxLayers = 1 << 14;

tl::unexpected<Error> unsupported(const KeyReader& reader, QByteArrayView name, const QString& what)
{
    return failure(Error::Code::Unsupported, QStringLiteral("Key %1: %2.").arg(reader.key(name), what), std::nullopt,
                   reader.key(name));
}

/// Models whose RoPE is stretched beyond their training context.
Result<void> refuseRopeScaling(const KeyReader& reader)
{
    const auto type = reader.text("rope.scaling.type", "none");
    const auto factor = reader.real("rope.scaling.factor", 0, 1e6F, 1);
    if (!type || !factor)
        return tl::unexpected(!type ? type.error() : factor.error());
    if (*type != "none" && *type != "linear") {
        return unsupported(
            reader, "rope.scaling.type",
            QStringLiteral("RoPE scaling of the type \"%1\" is not supported").arg(gguf::escaped(*type)));
    }
    if (*factor != 0 && *factor != 1)
        return unsupported(reader, "rope.scaling.factor", QStringLiteral("RoPE scaling is not supported"));
    return {};
}

} // namespace

Result<Hyperparameters> readCommonHyperparameters(const KeyReader& reader)
{
    Hyperparameters h;
    std::optional<Error> error;
    const auto take = [&error](auto result, auto& target) {
        if (result)
            target = *result;
        else if (!error)
            error = result.error();
    };
    take(reader.integer("block_count", 1, maxLayers), h.layers);
    take(reader.integer("embedding_length", 1, maxSize), h.width);
    take(reader.integer("context_length", 1, maxSize), h.context);
    take(reader.real("attention.layer_norm_rms_epsilon", 0, 1), h.rmsEpsilon);
    take(reader.real("rope.freq_base", 1, 1e12F, 10000), h.ropeBase);
    if (error)
        return tl::unexpected(*error);

    take(reader.integerOfLayers("feed_forward_length", h.layers, 1, maxSize), h.ffn);
    take(reader.integerOfLayers("attention.head_count", h.layers, 1, h.width), h.heads);
    if (error)
        return tl::unexpected(*error);
    take(reader.integerOfLayers("attention.head_count_kv", h.layers, 1, h.heads, h.heads), h.kvHeads);
    // Without the keys a head is an even share of the width: then it must be one.
    const std::optional<int> share = h.width % h.heads == 0 ? std::optional(h.width / h.heads) : std::nullopt;
    take(reader.integer("attention.key_length", 1, maxSize / h.heads, share), h.headSize);
    if (error)
        return tl::unexpected(*error);
    if (h.heads % h.kvHeads != 0) {
        return unsupported(
            reader, "attention.head_count_kv",
            QStringLiteral("%1 query heads cannot share %2 key heads evenly").arg(h.heads).arg(h.kvHeads));
    }

    int valueSize = 0;
    int experts = 0;
    take(reader.integer("attention.value_length", h.headSize, h.headSize, h.headSize), valueSize);
    take(reader.integer("rope.dimension_count", 2, h.headSize, h.headSize), h.ropeDimensions);
    take(reader.integer("expert_count", 0, 0, 0), experts);
    if (error)
        return tl::unexpected(*error);
    if (h.ropeDimensions % 2 != 0) {
        return unsupported(reader, "rope.dimension_count",
                           QStringLiteral("%1 is odd, RoPE turns pairs").arg(h.ropeDimensions));
    }
    if (const auto plain = refuseRopeScaling(reader); !plain)
        return tl::unexpected(plain.error());
    return h;
}

} // namespace lacuna::model
