// SPDX-License-Identifier: GPL-3.0-or-later
#include "arguments.h"

#include <stdexcept>

namespace lacuna::reference {

Arguments::Arguments(int argc, char** argv, const std::set<std::string>& flags)
{
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (!name.starts_with("--"))
            throw std::runtime_error("unexpected argument '" + name + "'");
        if (flags.contains(name))
            m_values[name] = {};
        else if (i + 1 < argc)
            m_values[name] = argv[++i];
        else
            throw std::runtime_error(name + " needs a value");
    }
}

bool Arguments::flag(const std::string& name)
{
    m_used.insert(name);
    return m_values.contains(name);
}

std::string Arguments::text(const std::string& name)
{
    if (!flag(name))
        throw std::runtime_error(name + " is required");
    return m_values.at(name);
}

std::string Arguments::text(const std::string& name, const std::string& otherwise)
{
    return flag(name) ? m_values.at(name) : otherwise;
}

int Arguments::integer(const std::string& name, int otherwise)
{
    return flag(name) ? std::stoi(m_values.at(name)) : otherwise;
}

double Arguments::number(const std::string& name, double otherwise)
{
    return flag(name) ? std::stod(m_values.at(name)) : otherwise;
}

void Arguments::checkAllUsed() const
{
    for (const auto& [name, value] : m_values)
        if (!m_used.contains(name))
            throw std::runtime_error("unknown option " + name);
}

} // namespace lacuna::reference
