// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "quant/tensor_type.h"

#include <cstddef>
#include <span>

namespace lacuna::quant {

/// Exact dequantisation, to the bit what gguf-py computes.
/// `blocks`: whole blocks of `type`; `out`: as many values as they hold. Error: Unsupported for types without
/// dequantisation, InvalidArgument for extents that do not match.
Result<void> dequantise(TensorType type, std::span<const std::byte> blocks, std::span<float> out);

} // namespace lacuna::quant
