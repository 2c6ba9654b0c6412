// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "quant/tensor_type.h"

#include <cstddef>
#include <cstdint>

namespace lacuna::quant {

/// The decoded form: what every quantised weight type becomes before it is multiplied. A row of n values is
///   q[n]                  unsigned bytes,
///   scale[n / groupSize]  f32, one for each group of consecutive values,
///   offset[n / groupSize] f32, for the types that have one,
/// and value i of group g = i / groupSize is
///   scale[g] · (q[i] − zeroPoint)              without offset,
///   scale[g] · (q[i] − zeroPoint) + offset[g]  with offset (zeroPoint is then 0).
/// Evaluated in f32 in this order it is to the bit what dequantise() gives. Scales and offsets are themselves exact:
/// an f16 (11 significant bits) times an integer of at most 8 bits fits an f32.
struct DecodedTraits {
    int groupSize; ///< values that share a scale: 16 or 32
    int zeroPoint; ///< the q that stands for zero; 0 where hasOffset
    int largestQ; ///< q never exceeds it; up to 127, pairs of q × int8 products fit an int16
    bool hasOffset; ///< whether groups have an offset (it is already negated for the K-quants, whose minima count down)
};

/// How the decoded form of a type is to be read; null for types that have none (plain numbers and formats that do not
/// run).
const DecodedTraits* findDecodedTraits(TensorType type);

/// Decodes `values` consecutive values that start at `blocks`, the start of a block of `type`, which has a decoded
/// form; `values` is a multiple of the type's block. `q`: `values` bytes; `scale` and `offset`: values / groupSize
/// floats each; `offset` is not touched, and may be null, for types without. Scales that are Inf or NaN in the file
/// stay so.
void decodeRow(TensorType type, const std::byte* blocks, int values, std::uint8_t* q, float* scale, float* offset);

} // namespace lacuna::quant
