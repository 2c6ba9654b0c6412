// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of tokenizer/ completes it.

#include "error.h"
#include "gguf/file.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QStringList>

#include <memory>
#include <span>
#include <vector>

namespace lacuna::tokenizer {

/// Token types as GGUF files carry them (tokenizer.ggml.token_type).
enum class TokenType : qint32 { Undefined = 0, Normal = 1, Unknown = 2, Control = 3, UserDefined = 4, Unused = 5, Byte = 6 };

/// Byte-level BPE vocabulary and rules of one GGUF file. Immutable, safe to use from several threads.
class Tokenizer {
public:
    enum class Bos { Auto, On, Off }; ///< Auto: as `tokenizer.ggml.add_bos_token` says
    struct EncodeOptions {
        bool parseSpecial = true; ///< CONTROL tokens in the text become their ids; otherwise they are text
        Bos bos = Bos::Auto; ///< never leads to two BOS
    };

    static Result<std::shared_ptr<const Tokenizer>> create(const gguf::File& file);

    std::vector<TokenId> encode(QByteArrayView utf8, const EncodeOptions& options) const;
    QByteArray piece(TokenId id) const; ///< bytes of one token; special tokens: their text
    /// Text of a run of ids; `special`: also print special tokens.
    QByteArray decode(std::span<const TokenId> ids, bool special = false) const;

    int size() const; ///< number of tokens
    TokenType type(TokenId id) const;
    TokenId bos() const; ///< -1 where the file has none (so for all of these)
    TokenId eos() const;
    TokenId eot() const;
    TokenId mask() const;
    TokenId pad() const;
    bool isEnd(TokenId id) const; ///< ends an answer: EOS, EOT, …
    QStringList warnings() const; ///< what was tolerated at load: fallback pre-tokenizer, duplicate tokens, …
};

} // namespace lacuna::tokenizer
