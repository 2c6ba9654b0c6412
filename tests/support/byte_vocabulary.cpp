// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/byte_vocabulary.h"

#include <QString>

namespace lacuna::support {

namespace {

constexpr qint32 normal = 1;
constexpr qint32 control = 3;
constexpr qint32 unused = 5;
constexpr std::size_t specialTokens = 6;
constexpr std::size_t unusedTokens = 10;

/// GPT-2's spelling of a byte: printable Latin-1 characters stand for themselves, the rest for U+0100 onwards in order.
QByteArray spelling(int byte)
{
    const auto isPrintable = [](int b) {
        return (b >= 0x21 && b <= 0x7e) || (b >= 0xa1 && b <= 0xac) || (b >= 0xae && b <= 0xff);
    };
    if (isPrintable(byte))
        return QString(QChar(byte)).toUtf8();
    int code = 0x100;
    for (int b = 0; b < byte; ++b)
        code += isPrintable(b) ? 0 : 1;
    return QString(QChar(code)).toUtf8();
}

} // namespace

ByteVocabulary makeByteVocabulary(int size)
{
    ByteVocabulary vocabulary;
    const std::size_t words = std::size_t(size) - specialTokens - unusedTokens;
    for (int byte = 0; byte < 256; ++byte)
        vocabulary.tokens.push_back(spelling(byte));
    // Words grow by one letter at a time: first from a space or a letter, then from the words made so far.
    std::vector<QByteArray> starts = {spelling(' ')};
    for (char letter = 'a'; letter <= 'z'; ++letter)
        starts.emplace_back(1, letter);
    for (std::size_t i = 0; vocabulary.tokens.size() < words; ++i) {
        for (char letter = 'a'; letter <= 'z' && vocabulary.tokens.size() < words; ++letter) {
            vocabulary.tokens.push_back(starts[i] + letter);
            vocabulary.merges.push_back(starts[i] + ' ' + letter);
            starts.push_back(vocabulary.tokens.back());
        }
    }
    vocabulary.types.assign(vocabulary.tokens.size(), normal);

    const auto special = [&vocabulary](const QByteArray& text, qint32 type) {
        vocabulary.tokens.push_back(text);
        vocabulary.types.push_back(type);
        return TokenId(vocabulary.tokens.size() - 1);
    };
    vocabulary.bos = special("<|startoftext|>", control);
    vocabulary.eos = special("<|endoftext|>", control);
    vocabulary.mask = special("<|mdm_mask|>", control);
    special("<|start_header_id|>", control);
    special("<|end_header_id|>", control);
    vocabulary.eot = special("<|eot_id|>", control);
    for (std::size_t i = 0; i < unusedTokens; ++i)
        special("[PAD" + QByteArray::number(qulonglong(i)) + ']', unused);
    return vocabulary;
}

} // namespace lacuna::support
