// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/value.h"

#include <QByteArrayView>
#include <QString>

namespace lacuna::gguf {

/// The name behind a number, for the keys whose numbers have names: "MOSTLY_Q4_K_M" for 15 in general.file_type,
/// "CONTROL" for 3 in tokenizer.ggml.token_type. Empty for other keys and for numbers without a name.
QString enumName(QByteArrayView key, qint64 number);

/// A number, a truth value or a text as one line, escaped; the number followed by its name where it has one. Empty for
/// arrays.
QString scalarText(QByteArrayView key, const Value& value);

/// Any value on one line of about `length` characters: a text or an array that is longer ends in "…".
QString preview(QByteArrayView key, const Value& value, qsizetype length);

} // namespace lacuna::gguf
