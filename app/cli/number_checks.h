// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

namespace lacuna::cli {

/// Checks of a number's range that say in words what they want; neither NaN nor infinity is in any range.
CLI::Validator between(double least, double most);
CLI::Validator atLeast(double least);

} // namespace lacuna::cli
