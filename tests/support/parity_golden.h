// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArray>
#include <QString>

#include <span>
#include <vector>

namespace lacuna::support {

/// What llama.cpp computes for a sequence of ids.
struct ParitySequence {
    std::vector<TokenId> ids;
    std::vector<TokenId> argmax; ///< of every row
    std::vector<double> gaps; ///< largest logit less the second largest, of every row
    std::vector<int> rows; ///< the rows whose logits are kept, ascending
    std::size_t firstLogit; ///< of these rows in ParityGolden::logits
};

/// llama.cpp's logits of one of parityModels(); see tests/data/parity/README.md.
struct ParityGolden {
    QByteArray model; ///< its name
    QByteArray sha256; ///< of its file, lower-case hexadecimal
    int vocabulary = 0;
    std::vector<ParitySequence> sequences;
    std::vector<float> logits; ///< all kept rows

    /// Logits of the kept row `index` of a sequence.
    std::span<const float> row(const ParitySequence& sequence, std::size_t index) const;
};

/// The names of the models for which there are goldens.
QList<QByteArray> parityGoldenNames();

/// Reads the golden of that name. Errors: Io; Malformed.
Result<ParityGolden> readParityGolden(const QByteArray& name);

/// Writes the random model into `folder` and gives its path. Errors: those of writeRandomModel(); Malformed where the
/// file is not, to the bit, the one that the golden was made for.
Result<QString> writeParityModel(const QByteArray& name, const QByteArray& sha256, const QString& folder);

} // namespace lacuna::support
