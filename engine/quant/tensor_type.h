// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

#include <optional>

namespace lacuna::quant {

/// Element types of GGUF tensors, with the ids that files carry (ggml.h, enum ggml_type).
enum class TensorType : quint32 {
    F32 = 0,
    F16 = 1,
    Q4_0 = 2,
    Q4_1 = 3,
    Q5_0 = 6,
    Q5_1 = 7,
    Q8_0 = 8,
    Q8_1 = 9,
    Q2_K = 10,
    Q3_K = 11,
    Q4_K = 12,
    Q5_K = 13,
    Q6_K = 14,
    Q8_K = 15,
    IQ2_XXS = 16,
    IQ2_XS = 17,
    IQ3_XXS = 18,
    IQ1_S = 19,
    IQ4_NL = 20,
    IQ3_S = 21,
    IQ2_S = 22,
    IQ4_XS = 23,
    I8 = 24,
    I16 = 25,
    I32 = 26,
    I64 = 27,
    F64 = 28,
    IQ1_M = 29,
    BF16 = 30,
    TQ1_0 = 34,
    TQ2_0 = 35,
    MXFP4 = 39,
    NVFP4 = 40,
    Q1_0 = 41,
    Q2_0 = 42,
};

/// One row of the type table: name and block geometry.
struct TypeTraits {
    TensorType type;
    const char* name; ///< as ggml spells it in upper case, e.g. "Q4_K"
    quint32 blockElements; ///< values in a block, ≥ 1
    quint32 blockBytes; ///< bytes of a block, ≥ 1
    bool canDequantise; ///< dequantise() knows it
    bool canRun; ///< the engine's kernels know it as a weight
};

/// The traits of a type id as it stands in a file; nothing for unknown and for removed ids.
const TypeTraits* findTraits(quint32 typeId);

/// The traits of a type that is known to exist.
const TypeTraits& traits(TensorType type);

/// Whether this id was of a type that has been withdrawn from the format (Q4_2, Q4_3, the interleaved Q4_0 and IQ4_NL).
bool wasRemoved(quint32 typeId);

/// The name for display: "Q4_K", "removed type 4", "unknown type 99".
QString typeName(quint32 typeId);

/// Bytes of `elements` values (a multiple of the block size) of a type; nothing where that overflows or does not
/// divide.
std::optional<quint64> byteSize(TensorType type, quint64 elements);

} // namespace lacuna::quant
