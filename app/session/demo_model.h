// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lacuna::session {

/// The small model that comes with Lacuna, found relative to the running program: beside it (Windows, portable), in an
/// installed prefix, or in a developer's source tree. Empty where it is not there.
QString demoModelFile();

} // namespace lacuna::session
