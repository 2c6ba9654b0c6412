// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lacuna::cli {

/// Columns that a character takes on a terminal: 0 (combines with the one before), 1, or 2 (CJK, emoji).
int displayWidth(char32_t character);

/// A character as it may be sent to a terminal: control characters, which could drive the terminal, and direction
/// marks, which could reorder a line, become U+FFFD; a tab becomes a space. Line feeds are the caller's business.
char32_t displayable(char32_t character);

} // namespace lacuna::cli
