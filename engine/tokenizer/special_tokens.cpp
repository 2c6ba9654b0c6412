// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/special_tokens.h"

#include <algorithm>

namespace lacuna::tokenizer {

void SpecialTokens::add(QByteArrayView name, TokenId id)
{
    auto names = std::find_if(m_byLength.begin(), m_byLength.end(),
                              [&name](const Names& group) { return group.length <= name.size(); });
    if (names == m_byLength.end() || names->length != name.size())
        names = m_byLength.insert(names, Names {name.size(), {}, {}});
    names->firstBytes.set(static_cast<unsigned char>(name.front()));
    names->ids.insert(name, id);
}

std::vector<SpecialTokens::Match> SpecialTokens::find(QByteArrayView text) const
{
    std::vector<Match> matches;
    std::vector<bool> taken(static_cast<size_t>(text.size()), false);
    const auto isTaken = [&taken](qsizetype at) {
        return static_cast<bool>(taken[static_cast<size_t>(at)]);
    };
    for (const Names& names : m_byLength) {
        for (qsizetype begin = 0; begin + names.length <= text.size(); ++begin) {
            // What was taken before is at least as long as this name: it overlaps where it covers the first byte or the
            // last.
            if (!names.firstBytes[static_cast<unsigned char>(text[begin])] || isTaken(begin)
                || isTaken(begin + names.length - 1))
                continue;
            const auto found = names.ids.constFind(text.sliced(begin, names.length));
            if (found == names.ids.constEnd())
                continue;
            matches.push_back({begin, names.length, *found});
            const auto first = taken.begin() + static_cast<std::ptrdiff_t>(begin);
            std::fill(first, first + static_cast<std::ptrdiff_t>(names.length), true);
            begin += names.length - 1;
        }
    }
    std::sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) { return a.begin < b.begin; });
    return matches;
}

} // namespace lacuna::tokenizer
