// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QString>

namespace lacuna::models {

/// The error's message, and what the user can do about the model file that it is about: the error's own advice, else
/// what is right for its code.
QString withAdvice(const Error& error);

/// Whether the file itself is broken, so that another copy of it may work.
bool isDamage(Error::Code code);

} // namespace lacuna::models
