// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QString>

namespace lacuna::models {

/// What the user can do about a model file that an error is about, in sentences to stand after its message. Empty where
/// nothing but the message helps.
QString adviceForFile(Error::Code code);

/// Whether the file itself is broken, so that another copy of it may work.
bool isDamage(Error::Code code);

} // namespace lacuna::models
