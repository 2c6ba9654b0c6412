// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace lacuna::runtime {

/// Bytes that programs can still take without swapping (Linux: MemAvailable of /proc/meminfo; Windows: free physical
/// memory); nothing where the system does not say.
std::optional<quint64> availableMemory();

/// Bytes of physical memory that the machine has; nothing where the system does not say.
std::optional<quint64> totalMemory();

/// Bytes of physical memory that this process holds now; nothing where the system does not say.
std::optional<quint64> residentMemory();

/// The most that it has held so far.
std::optional<quint64> peakResidentMemory();

} // namespace lacuna::runtime
