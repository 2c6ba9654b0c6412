// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/file.h"

#include <QByteArray>

#include <optional>

namespace lacuna::model {

/// Typed access to the keys PREFIX.NAME of a file. Every error names the key, what is needed and what was found.
/// An absent key takes the fallback where there is one, else it is Error::Code::Missing.
class KeyReader {
public:
    KeyReader(const gguf::File& file, QByteArray prefix);

    /// An integer within [minimum, maximum].
    Result<int> integer(QByteArrayView name, int minimum, int maximum, std::optional<int> fallback = {}) const;
    /// An integer as above that a file may also give per layer: then an array of `layers` equal entries.
    Result<int> integerOfLayers(QByteArrayView name, int layers, int minimum, int maximum,
                                std::optional<int> fallback = {}) const;
    /// A finite number within [minimum, maximum].
    Result<float> real(QByteArrayView name, float minimum, float maximum, std::optional<float> fallback = {}) const;
    /// A bool, or the string "true" or "false" (some converters write that).
    Result<bool> boolean(QByteArrayView name, bool fallback) const;
    /// A string, as raw bytes.
    Result<QByteArray> text(QByteArrayView name, std::optional<QByteArray> fallback = {}) const;

    QString key(QByteArrayView name) const; ///< the full key, for messages

private:
    const gguf::Value* find(QByteArrayView name) const;
    Result<int> checked(const gguf::Value& value, const QString& where, int minimum, int maximum) const;
    tl::unexpected<Error> missing(QByteArrayView name, const QString& wanted) const;

    const gguf::File& m_file;
    QByteArray m_prefix;
};

} // namespace lacuna::model
