// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizer/pre_tokenizer.h"

#include "tokenizer/unicode.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lacuna::tokenizer {
namespace {

using Lengths = std::vector<qsizetype>;

// The names that llama.cpp knows for these rules.
constexpr PreTokenizer Known[] = {
    {"bailingmoe", SplitRule::SingleDigits, false, false},
    {"bailingmoe2", SplitRule::SingleDigits, false, false},
    {"llada-moe", SplitRule::SingleDigits, false, false},
    {"qwen2", SplitRule::SingleDigits, false, false},
    {"deepseek-r1-qwen", SplitRule::SingleDigits, false, false},
    {"f2llmv2", SplitRule::SingleDigits, false, false},
    {"grok-2", SplitRule::SingleDigits, false, false},
    {"hunyuan", SplitRule::SingleDigits, false, false},
    {"kormo", SplitRule::SingleDigits, false, false},
    {"megrez", SplitRule::SingleDigits, false, false},
    {"solar-open", SplitRule::SingleDigits, false, false},
    {"stablelm2", SplitRule::SingleDigits, false, false},
    {"llama-bpe", SplitRule::TripleDigits, true, true},
    {"llama3", SplitRule::TripleDigits, true, true},
    {"llama-v3", SplitRule::TripleDigits, true, true},
    {"falcon3", SplitRule::TripleDigits, true, true},
    {"falcon-h1", SplitRule::TripleDigits, true, true},
    {"jina-v5-nano", SplitRule::TripleDigits, true, true},
    {"lfm2", SplitRule::TripleDigits, true, true},
    {"midm-2.0", SplitRule::TripleDigits, true, true},
    {"pixtral", SplitRule::TripleDigits, true, true},
    {"chatglm-bpe", SplitRule::TripleDigits, false, false},
    {"dbrx", SplitRule::TripleDigits, false, false},
    {"glm4", SplitRule::TripleDigits, false, false},
    {"smaug-bpe", SplitRule::TripleDigits, false, false},
    {"gpt-2", SplitRule::Gpt2, false, false},
    {"a.x-4.0", SplitRule::Gpt2, false, false},
    {"exaone4", SplitRule::Gpt2, false, false},
    {"gigachat", SplitRule::Gpt2, false, false},
    {"granite-docling", SplitRule::Gpt2, false, false},
    {"jais", SplitRule::Gpt2, false, false},
    {"mellum", SplitRule::Gpt2, false, false},
    {"modern-bert", SplitRule::Gpt2, false, false},
    {"mpt", SplitRule::Gpt2, false, false},
    {"olmo", SplitRule::Gpt2, false, false},
    {"phi-2", SplitRule::Gpt2, false, false},
    {"trillion", SplitRule::Gpt2, false, false},
    {"default", SplitRule::Unnamed, false, false},
};

bool isLineEnd(char32_t character)
{
    return character == U'\r' || character == U'\n';
}

bool isSymbolOrPunctuation(CharClass charClass)
{
    return charClass == CharClass::Other || charClass == CharClass::Punctuation;
}

/// A text to cut, and the class of each of its characters. Positions beyond the end are of no class.
class Window {
public:
    explicit Window(std::span<const char32_t> text)
        : m_text(text)
    {
        m_classes.reserve(text.size());
        std::transform(text.begin(), text.end(), std::back_inserter(m_classes), charClass);
    }

    qsizetype size() const { return std::ssize(m_text); }
    char32_t at(qsizetype position) const { return position < size() ? m_text[static_cast<size_t>(position)] : 0; }
    bool is(qsizetype position, CharClass wanted) const
    {
        return position < size() && m_classes[static_cast<size_t>(position)] == wanted;
    }
    bool isSymbol(qsizetype position) const
    {
        return position < size() && isSymbolOrPunctuation(m_classes[static_cast<size_t>(position)]);
    }
    bool isLineEndAt(qsizetype position) const { return isLineEnd(at(position)); }

    qsizetype endOf(qsizetype position, CharClass wanted) const
    {
        while (is(position, wanted))
            ++position;
        return position;
    }
    qsizetype endOfSymbols(qsizetype position) const
    {
        while (isSymbol(position))
            ++position;
        return position;
    }

private:
    std::span<const char32_t> m_text;
    std::vector<CharClass> m_classes;
};

/// End of 's 't 'm 'd 're 've 'll at `position`, or `position`.
qsizetype endOfContraction(const Window& text, qsizetype position, bool anyCase)
{
    if (text.at(position) != U'\'')
        return position;
    const auto letter = [&](qsizetype at) {
        const char32_t character = text.at(at);
        return anyCase && character >= U'A' && character <= U'Z' ? character + (U'a' - U'A') : character;
    };
    const char32_t first = letter(position + 1);
    const char32_t second = letter(position + 2);
    if (first == U's' || first == U't' || first == U'm' || first == U'd')
        return position + 2;
    if ((first == U'r' && second == U'e') || (first == U'v' && second == U'e') || (first == U'l' && second == U'l'))
        return position + 3;
    return position;
}

/// End of white space: a last single one is left to the word that follows.
qsizetype endOfBlank(const Window& text, qsizetype position)
{
    const qsizetype end = text.endOf(position, CharClass::Whitespace);
    return end < text.size() && end - position > 1 ? end - 1 : end;
}

/// End of the piece at `position` < size under the rules SingleDigits and TripleDigits.
qsizetype endOfWordPiece(const Window& text, qsizetype position, int maxDigits)
{
    if (const qsizetype end = endOfContraction(text, position, true); end > position)
        return end;
    const bool canLead = !text.isLineEndAt(position) && !text.is(position, CharClass::Number);
    if (canLead && (text.is(position, CharClass::Letter) || text.is(position + 1, CharClass::Letter)))
        return text.endOf(position + 1, CharClass::Letter);
    if (text.is(position, CharClass::Number)) {
        const qsizetype longest = position + maxDigits;
        while (position < longest && text.is(position, CharClass::Number))
            ++position;
        return position;
    }

    const qsizetype symbols = position + (text.at(position) == U' ' ? 1 : 0);
    if (qsizetype end = text.endOfSymbols(symbols); end > symbols) {
        while (text.isLineEndAt(end))
            ++end;
        return end;
    }
    for (qsizetype end = text.endOf(position, CharClass::Whitespace); end > position; --end) {
        if (text.isLineEndAt(end - 1))
            return end;
    }
    return endOfBlank(text, position);
}

qsizetype endOfGpt2Piece(const Window& text, qsizetype position)
{
    if (const qsizetype end = endOfContraction(text, position, false); end > position)
        return end;
    const qsizetype first = position + (text.at(position) == U' ' ? 1 : 0);
    for (const CharClass charClass : {CharClass::Letter, CharClass::Number}) {
        if (const qsizetype end = text.endOf(first, charClass); end > first)
            return end;
    }
    if (const qsizetype end = text.endOfSymbols(first); end > first)
        return end;
    return endOfBlank(text, position);
}

template<typename EndOfPiece>
Lengths cut(std::span<const char32_t> text, EndOfPiece endOfPiece)
{
    const Window window(text);
    Lengths lengths;
    for (qsizetype position = 0; position < window.size();) {
        const qsizetype end = endOfPiece(window, position);
        lengths.push_back(end - position);
        position = end;
    }
    return lengths;
}

/// Cuts each piece of `lengths` further.
template<typename EndOfPiece>
Lengths refine(std::span<const char32_t> text, const Lengths& lengths, EndOfPiece endOfPiece)
{
    Lengths result;
    for (const qsizetype length : lengths) {
        const Lengths parts = cut(text.first(static_cast<size_t>(length)), endOfPiece);
        result.insert(result.end(), parts.begin(), parts.end());
        text = text.subspan(static_cast<size_t>(length));
    }
    return result;
}

/// End of the longest run from `position` in which `isMember` (window, position) gives the same answer.
template<typename IsMember>
qsizetype endOfRun(const Window& text, qsizetype position, IsMember isMember)
{
    const bool member = isMember(text, position);
    while (++position < text.size() && isMember(text, position) == member) { }
    return position;
}

bool isUnnamedPunctuation(const Window& text, qsizetype position)
{
    constexpr std::u32string_view Symbols = U"$+<=>^~|";
    return text.is(position, CharClass::Punctuation) || Symbols.find(text.at(position)) != Symbols.npos;
}

bool isDigitTriple(const Window& text, qsizetype position)
{
    const auto isDigit = [&](qsizetype at) {
        return text.at(at) >= U'0' && text.at(at) <= U'9';
    };
    return isDigit(position) && isDigit(position + 1) && isDigit(position + 2);
}

Lengths splitUnnamed(std::span<const char32_t> text)
{
    Lengths lengths = cut(text, [](const Window& window, qsizetype position) {
        return endOfRun(window, position, isUnnamedPunctuation);
    });
    lengths = refine(text, lengths, endOfGpt2Piece);
    lengths = refine(text, lengths, [](const Window& window, qsizetype position) {
        return endOfRun(window, position,
                        [](const Window& run, qsizetype at) { return run.is(at, CharClass::Number); });
    });
    return refine(text, lengths, [](const Window& window, qsizetype position) {
        if (isDigitTriple(window, position))
            return position + 3;
        while (++position < window.size() && !isDigitTriple(window, position)) { }
        return position;
    });
}

} // namespace

const PreTokenizer* findPreTokenizer(QByteArrayView name)
{
    const auto* found = std::find_if(std::begin(Known), std::end(Known),
                                     [name](const PreTokenizer& known) { return name == QByteArrayView(known.name); });
    return found == std::end(Known) ? nullptr : found;
}

std::vector<qsizetype> split(std::span<const char32_t> text, SplitRule rule)
{
    switch (rule) {
    case SplitRule::SingleDigits:
        return cut(text, [](const Window& window, qsizetype at) { return endOfWordPiece(window, at, 1); });
    case SplitRule::TripleDigits:
        return cut(text, [](const Window& window, qsizetype at) { return endOfWordPiece(window, at, 3); });
    case SplitRule::Gpt2:
        return cut(text, endOfGpt2Piece);
    case SplitRule::Unnamed:
        break;
    }
    return splitUnnamed(text);
}

} // namespace lacuna::tokenizer
