// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lacuna::reference {

/// The little JSON that the programs here write.
std::string jsonString(const std::string& text);
/// Six digits; null for infinities and NaN, which JSON cannot say.
std::string jsonNumber(double value);

template<typename T>
std::string jsonArray(const std::vector<T>& values)
{
    std::string text = "[";
    for (const T& value : values) {
        if (text.size() > 1)
            text += ',';
        if constexpr (std::is_integral_v<T>)
            text += std::to_string(value);
        else
            text += jsonNumber(value);
    }
    return text + ']';
}

} // namespace lacuna::reference
