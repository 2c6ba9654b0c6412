// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/file.h"
#include "widgets/models/benchmark/record.h"

#include <functional>
#include <stop_token>

namespace lacuna::benchmark {

/// This program, as it was built.
AppInfo describeApp();

/// This machine; `busyBefore` is left open, for it takes a moment to measure.
MachineInfo describeMachine();

/// A model's file with its SHA-256, which is read whole for that: `report` gets the share that is done. Errors: Io,
/// Cancelled.
Result<ModelInfo> describeModel(const gguf::File& file, const std::function<void(double)>& report,
                                std::stop_token stop);

/// A command line whose words have lost their folders, which say more about the machine's owner than about the
/// measurement.
QString withoutFolders(const QStringList& words);

} // namespace lacuna::benchmark
