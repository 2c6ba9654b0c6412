// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace lacuna::support {

/// A model of the `llada` architecture with random weights: what is needed to make the same file again anywhere.
struct RandomModel {
    QByteArray name = "random"; ///< `general.name`
    int layers = 1;
    int width = 256;
    int heads = 4;
    int kvHeads = 4;
    int ffn = 512;
    int vocabulary = 512;
    int context = 1024;
    bool tied = false; ///< no output.weight: the head uses the embedding
    /// What the layers add, in relation to the embedding. Rounding of quantised activations is chaotic: the more they
    /// add, the less two correct programs agree.
    float branches = 1;
    QByteArray mix = "F32"; ///< of tensor types, see quantisation_mix.h
    quint64 seed = 1;
};

/// The models whose logits and texts are compared with llama.cpp's.
const std::vector<RandomModel>& parityModels();

/// Those, and by name `tiny` (for a first run without any download), `8b-q4_k_m` (LLaDA-8B's shape, 4.9 GB) and, to
/// measure with, of the same shape but with fewer layers `8b-2-layers-q4_k_m` and `8b-16-layers-` with q3_k_m, q5_k_m,
/// q6_k or q8_0. Null if there is none of that name.
const RandomModel* findRandomModel(const QByteArray& name);

/// Writes the model, with a vocabulary and chat template, as a GGUF file that llama.cpp loads, too. Weights are such
/// that activations stay of ordinary size. Errors: InvalidArgument for sizes or a mix that no file can have; Io.
Result<void> writeRandomModel(const RandomModel& model, const QString& path);
/// The same in `count` parts; see GgufWriter::writeSplit().
Result<QStringList> writeSplitRandomModel(const RandomModel& model, const QString& prefix, int count);

} // namespace lacuna::support
