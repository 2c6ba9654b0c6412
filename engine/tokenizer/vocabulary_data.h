// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/file.h"

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace lacuna::tokenizer {

/// What a vocabulary says about itself, as read: plain data, not yet checked for sense. The views stay valid as long as
/// what they were read from; Tokenizer::create() copies what it keeps.
struct VocabularyData {
    std::vector<QByteArrayView> tokens; ///< by id, in the printable alphabet of byte-level BPE
    std::vector<qint32> types; ///< TokenType per id; empty: all Normal
    std::vector<QByteArrayView> merges; ///< "left right", most urgent first
    std::optional<QByteArray> preTokenizer; ///< name of the splitting rule
    std::optional<bool> addBos;
    std::optional<qint64> bos, eos, eot, mask, pad; ///< ids as the file gives them
    QByteArray chatTemplate;
};

/// Reads the `tokenizer.*` keys. An error names the key, the type that is wanted and the one found.
Result<VocabularyData> readVocabulary(const gguf::File& file);

} // namespace lacuna::tokenizer
