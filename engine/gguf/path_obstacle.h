// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lacuna::gguf {

/// Why a path, not empty and without zero characters, cannot be read as a regular file, as the end of a sentence; empty
/// where nothing is known against it. Asked before opening, since opening a pipe waits for a writer. One implementation
/// a family of systems.
QString pathObstacle(const QString& path);

} // namespace lacuna::gguf
