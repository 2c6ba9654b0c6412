// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "quant/tensor_type.h"

#include <QByteArray>
#include <QStringList>

namespace lacuna::support {

/// What a weight matrix is for.
enum class TensorRole { Embedding, Query, Key, Value, AttentionOutput, Gate, Up, Down, Output };

/// Which type each matrix of a file takes.
struct QuantisationMix {
    const char* name; ///< as downloads are labelled: "Q4_K_M"
    quint32 fileType; ///< `general.file_type`
    quant::TensorType (*typeOf)(TensorRole role, int layer, int layers);
};

/// The mix of that name, null if there is none.
const QuantisationMix* findMix(const QByteArray& name);
QStringList mixNames();

} // namespace lacuna::support
