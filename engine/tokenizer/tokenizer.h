// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/file.h"
#include "tokenizer/vocabulary_data.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QStringList>

#include <memory>
#include <span>
#include <vector>

namespace lacuna::tokenizer {

/// Token types as GGUF files carry them (tokenizer.ggml.token_type).
enum class TokenType : qint32 {
    Undefined = 0,
    Normal = 1,
    Unknown = 2,
    Control = 3,
    UserDefined = 4,
    Unused = 5,
    Byte = 6
};

/// Byte-level BPE vocabulary and rules of one GGUF file. Immutable, safe to use from several threads.
/// Gives the ids that llama.cpp gives; where it differs on purpose, the function says so.
class Tokenizer {
public:
    enum class Bos {
        Auto, ///< as `tokenizer.ggml.add_bos_token` says
        On,
        Off,
    };
    struct EncodeOptions {
        bool parseSpecial = true; ///< control tokens in the text become their ids; otherwise they are text
        Bos bos = Bos::Auto; ///< a BOS that the text itself starts with is not doubled (llama.cpp doubles it)
    };

    /// Reads and checks the vocabulary of a file. Errors: no or another kind of vocabulary, broken arrays. What can be
    /// tolerated is, with a sentence in warnings().
    static Result<std::shared_ptr<const Tokenizer>> create(const gguf::File& file);
    static Result<std::shared_ptr<const Tokenizer>> create(const VocabularyData& data);
    ~Tokenizer();

    /// Ids of a text. Bytes that are not UTF-8 count as U+FFFD, one each, as llama.cpp reads them.
    std::vector<TokenId> encode(QByteArrayView utf8, const EncodeOptions& options) const;
    /// The bytes that a token stands for; of control and user-defined tokens: their name as it is in the vocabulary.
    /// May be part of a UTF-8 sequence. Empty for UNUSED tokens and ids that are out of range.
    QByteArray piece(TokenId id) const;
    /// Bytes of a run of ids; control tokens are left out unless `special`.
    QByteArray decode(std::span<const TokenId> ids, bool special = false) const;

    int size() const; ///< number of tokens
    /// As the file says, except that end-of-text look-alikes ("<|im_end|>" typed NORMAL) count as Control. Undefined
    /// for ids that are out of range.
    TokenType type(TokenId id) const;
    bool isControl(TokenId id) const; ///< Control or Unknown: structure of the text, never its content
    QByteArrayView name(TokenId id) const; ///< as it is in the vocabulary, empty out of range; valid as long as this
    TokenId find(QByteArrayView name) const; ///< the first token of that name, -1: none

    TokenId bos() const; ///< -1 where the file has none (so for all of these)
    TokenId eos() const;
    TokenId eot()
        const; ///< end of turn; where the file does not say, the token that is named so ("<|eot_id|>", "<|im_end|>", …)
    TokenId mask() const;
    TokenId pad() const;
    bool addsBos() const; ///< what Bos::Auto means for this file
    std::span<const TokenId> endTokens() const; ///< all that end an answer: EOS, EOT, …; ascending
    bool isEnd(TokenId id) const;
    /// Whether a sampler may choose it: in range, not the mask, not UNUSED.
    bool canBeGenerated(TokenId id) const;

    QByteArrayView chatTemplate() const; ///< `tokenizer.chat_template`, empty: none
    QString preTokenizer() const; ///< name of the splitting rule in use
    QStringList warnings() const; ///< what was tolerated at load: fallback pre-tokenizer, duplicate tokens, …

private:
    struct Parts;
    explicit Tokenizer(std::unique_ptr<const Parts> parts);
    std::unique_ptr<const Parts> m_parts;
};

} // namespace lacuna::tokenizer
