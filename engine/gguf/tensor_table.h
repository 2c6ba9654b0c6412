// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/shard.h"

namespace lacuna::gguf {

/// Reads up to `count` entries of the tensor table that begins at `cursor` into the shard, with the offsets as they
/// stand in the file; true if all of them could be walked over.
bool readTensorTable(Shard& shard, Cursor& cursor, quint64 count);

} // namespace lacuna::gguf
