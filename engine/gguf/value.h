// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArrayView>

#include <cstddef>
#include <span>

namespace lacuna::gguf {

/// Types of metadata values, with the ids that files carry (ggml's docs/gguf.md, enum gguf_metadata_value_type).
enum class ValueType : quint32 {
    Uint8 = 0,
    Int8 = 1,
    Uint16 = 2,
    Int16 = 3,
    Uint32 = 4,
    Int32 = 5,
    Float32 = 6,
    Bool = 7,
    String = 8,
    Array = 9,
    Uint64 = 10,
    Int64 = 11,
    Float64 = 12,
};

/// The name as the format's page spells it: "UINT32", "STRING", …
const char* valueTypeName(ValueType type);

} // namespace lacuna::gguf
