// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/shard.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lacuna::gguf {

/// The name of a part of a split model: "…-00002-of-00005.gguf".
struct ShardName {
    QString prefix; ///< path up to the number
    int number; ///< from 1
    int count;

    static std::optional<ShardName> parse(const QString& path);
    /// The path of another shard of the same model.
    QString sibling(int otherNumber) const;
};

/// Maps one file and reads its tables.
Result<std::unique_ptr<Shard>> openShard(const QString& path);

/// Given one file of a model, opens the others, if it was split: all shards that could be opened, in order. Those
/// missing or not fitting are findings of the first.
std::vector<std::unique_ptr<Shard>> openSiblings(std::unique_ptr<Shard> opened);

} // namespace lacuna::gguf
