// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "support/gguf_writer.h"

#include <QByteArray>
#include <QString>

namespace lacuna::support {

/// Reads a byte-level BPE vocabulary in Hugging Face's form (tokenizer.json: model.vocab, model.merges, added_tokens)
/// and writes it as the metadata of a GGUF file without tensors, as llama.cpp's converter does: special added tokens
/// become CONTROL, other added ones USER_DEFINED, ids without a token "[PADn]" of type UNUSED. BOS, EOS and the mask
/// are the tokens that LLaDA names so, where the vocabulary has them. `preTokenizer`: value of tokenizer.ggml.pre.
Result<GgufWriter> readTokenizerJson(const QString& path, const QByteArray& preTokenizer);

} // namespace lacuna::support
