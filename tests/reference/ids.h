// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lacuna::reference {

using TokenId = std::int32_t;
using Ids = std::vector<TokenId>;

/// Ids separated by blanks or commas.
Ids parseIds(const std::string& text);

/// Sequences of ids in a text file: one a line. An empty line is an empty sequence;
/// lines that begin with # are left out.
std::vector<Ids> readSequences(const std::string& path);

} // namespace lacuna::reference
