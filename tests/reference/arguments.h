// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>

namespace lacuna::reference {

/// Command line of the form `--name value` and `--flag`. Programs here are tools for those who make golden data:
/// whatever is wrong ends in a std::runtime_error with a sentence, which main() prints.
class Arguments {
public:
    /// `flags`: the names that take no value.
    Arguments(int argc, char** argv, const std::set<std::string>& flags);

    bool flag(const std::string& name);
    std::string text(const std::string& name); ///< required
    std::string text(const std::string& name, const std::string& otherwise);
    int integer(const std::string& name, int otherwise);
    double number(const std::string& name, double otherwise);
    /// Call after the last look-up: complains about names that nobody asked for.
    void checkAllUsed() const;

private:
    std::map<std::string, std::string> m_values;
    std::set<std::string> m_used;
};

} // namespace lacuna::reference
