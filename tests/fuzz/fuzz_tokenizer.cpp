// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a tokenizer from any bytes as a GGUF file, and uses it on text from the same bytes: nothing may crash, hang or
// be read outside, and what the public headers promise must hold.
#include "gguf/file.h"
#include "tokenizer/canvas_decoder.h"
#include "tokenizer/chat_format.h"
#include "tokenizer/tokenizer.h"

#include <algorithm>
#include <cstdlib>

using namespace lacuna;
using namespace lacuna::tokenizer;

namespace {

void require(bool promise)
{
    if (!promise)
        std::abort();
}

void checkTokens(const Tokenizer& tokenizer)
{
    for (const TokenId id : {tokenizer.bos(), tokenizer.eos(), tokenizer.eot(), tokenizer.mask(), tokenizer.pad()})
        require(id >= -1 && id < tokenizer.size());
    require(!tokenizer.addsBos() || tokenizer.bos() >= 0);
    require(!tokenizer.canBeGenerated(tokenizer.mask()) && !tokenizer.canBeGenerated(tokenizer.size()));
    for (const TokenId id : tokenizer.endTokens())
        require(id >= 0 && id < tokenizer.size() && tokenizer.isEnd(id));
    for (TokenId id = -1; id <= std::min(tokenizer.size(), 3000); ++id) {
        require(tokenizer.piece(id).size() <= tokenizer.name(id).size());
        const TokenId found = tokenizer.find(tokenizer.name(id));
        require(tokenizer.name(id).isEmpty() ? found < 0 : found >= 0 && found <= id);
    }
}

void checkText(const std::shared_ptr<const Tokenizer>& tokenizer, QByteArrayView text)
{
    for (const bool special : {false, true}) {
        const std::vector<TokenId> ids = tokenizer->encode(text, {.parseSpecial = special, .bos = Tokenizer::Bos::On});
        for (const TokenId id : ids)
            require(id >= 0 && id < tokenizer->size());
        require(tokenizer->bos() < 0 || ids.front() == tokenizer->bos());
        const std::vector<CanvasCell> cells = CanvasDecoder(tokenizer).cells(ids);
        require(cells.size() == ids.size());
        tokenizer->decode(ids, special);
    }
    const ChatFormat format = ChatFormat::recognise(*tokenizer);
    const std::vector<ChatMessage> messages {{ChatMessage::Role::User, QString::fromUtf8(text)}};
    for (const TokenId id : format.encode(*tokenizer, messages))
        require(id >= 0 && id < tokenizer->size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    // A heap block of exactly this size, so that a read beyond it is seen.
    std::vector<std::byte> bytes(size);
    std::copy_n(reinterpret_cast<const std::byte*>(data), size, bytes.begin());
    const auto file = gguf::File::openMemory(bytes);
    if (!file)
        return 0;
    const auto tokenizer = Tokenizer::create(**file);
    if (!tokenizer) {
        require(!tokenizer.error().message.isEmpty());
        return 0;
    }
    checkTokens(**tokenizer);
    // The end of the file, where it has no metadata any more, is the text; names of tokens come from the whole of it.
    const QByteArrayView all(data, static_cast<qsizetype>(size));
    checkText(*tokenizer, all.last(std::min<qsizetype>(all.size(), 2000)));
    checkText(*tokenizer, all.first(std::min<qsizetype>(all.size(), 2000)));
    return 0;
}
