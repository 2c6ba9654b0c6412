// SPDX-License-Identifier: GPL-3.0-or-later
// Seeds of fuzz_tokenizer: small vocabularies of every family, with a text behind the metadata.
//   seeds_tokenizer FOLDER
#include "support/gguf_writer.h"
#include "tokenizer/byte_alphabet.h"
#include "tokenizer/tokenizer.h"

#include <QDir>
#include <QFile>

using namespace lacuna;
using namespace lacuna::support;
using tokenizer::TokenType;

namespace {

/// Bytes, a few merges, and tokens of every type.
GgufWriter vocabulary(const QByteArray& preTokenizer, bool everyByte)
{
    std::vector<QByteArray> names;
    for (int byte = everyByte ? 0 : 'a'; byte < (everyByte ? 256 : 'f'); ++byte)
        names.push_back(tokenizer::toAlphabet(static_cast<char>(byte)));
    std::vector<qint32> types(names.size(), static_cast<qint32>(TokenType::Normal));
    const auto add = [&](const QByteArray& name, TokenType type) {
        names.push_back(name);
        types.push_back(static_cast<qint32>(type));
    };
    for (const char* name : {"ab", "abc", "bc", "Ġa"})
        add(name, TokenType::Normal);
    for (const char* name : {"<s>", "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<s><s>"})
        add(name, TokenType::Control);
    add("<think>", TokenType::UserDefined);
    add("<unk>", TokenType::Unknown);
    add("[PAD9]", TokenType::Unused);
    add("<0x0A>", TokenType::Byte);
    const auto bos = static_cast<quint32>(std::find(names.begin(), names.end(), "<s>") - names.begin());

    GgufWriter writer;
    writer.set("tokenizer.ggml.model", MetaValue::string("gpt2"))
        .set("tokenizer.ggml.pre", MetaValue::string(preTokenizer))
        .set("tokenizer.ggml.tokens", MetaValue::strings(names))
        .set("tokenizer.ggml.token_type", MetaValue::int32s(types))
        .set("tokenizer.ggml.merges", MetaValue::strings({"a b", "ab c", "b c", "Ġ a", "x", " "}))
        .set("tokenizer.ggml.bos_token_id", MetaValue::uint32(bos))
        .set("tokenizer.ggml.eos_token_id", MetaValue::uint32(bos + 1))
        .set("tokenizer.ggml.mask_token_id", MetaValue::int32(static_cast<qint32>(bos) + 4))
        .set("tokenizer.ggml.add_bos_token", MetaValue::boolean(true))
        .set("tokenizer.chat_template",
             MetaValue::string("{{ bos_token }}<|im_start|>system\nBe brief.<|im_end|>\n{{ content | trim }}"));
    return writer;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    const QByteArray text = "abc <s><s>ab<think> it's 1234\r\n\n  \xC3\xA9\xF0\x9F\x98\x80\xFF\xE2\x82<|im_end|>[PAD9]";
    for (const char* preTokenizer : {"bailingmoe", "llama-bpe", "gpt-2", "default", "unknown"}) {
        for (const bool everyByte : {false, true}) {
            QFile seed(folder.filePath(QString::fromLatin1(preTokenizer) + QString::number(everyByte)));
            if (!seed.open(QIODevice::WriteOnly)
                || seed.write(vocabulary(preTokenizer, everyByte).toBytes() + text) < 0)
                return 1;
        }
    }
    return 0;
}
