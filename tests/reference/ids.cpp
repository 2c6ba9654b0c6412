// SPDX-License-Identifier: GPL-3.0-or-later
#include "ids.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lacuna::reference {

std::vector<Ids> readSequences(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    std::vector<Ids> sequences;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#'))
            continue;
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream words(line);
        Ids ids;
        for (TokenId id; words >> id;)
            ids.push_back(id);
        if (!words.eof())
            throw std::runtime_error(path + ": not an id in the line '" + line + "'");
        sequences.push_back(std::move(ids));
    }
    return sequences;
}

} // namespace lacuna::reference
