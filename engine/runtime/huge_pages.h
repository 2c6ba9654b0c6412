// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace lacuna::runtime {

/// What the processor's larger pages hold, and are aligned to.
inline constexpr std::size_t hugePageBytes = std::size_t(2) << 20;

/// Asks for larger pages behind memory that begins at a multiple of hugePageBytes, so that walking through it takes
/// fewer translations of addresses. Only a hint: nothing happens where the operating system has none.
void preferHugePages(void* data, std::size_t bytes);

} // namespace lacuna::runtime
