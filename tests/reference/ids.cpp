// SPDX-License-Identifier: GPL-3.0-or-later
#include "ids.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lacuna::reference {

Ids parseIds(const std::string& text)
{
    std::string blanks = text;
    std::replace(blanks.begin(), blanks.end(), ',', ' ');
    std::istringstream words(blanks);
    Ids ids;
    for (TokenId id; words >> id;)
        ids.push_back(id);
    if (!words.eof())
        throw std::runtime_error("not a list of ids: '" + text + "'");
    return ids;
}

std::vector<Ids> readSequences(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    std::vector<Ids> sequences;
    for (std::string line; std::getline(file, line);)
        if (!line.starts_with('#'))
            sequences.push_back(parseIds(line));
    return sequences;
}

} // namespace lacuna::reference
