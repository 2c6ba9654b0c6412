// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArrayView>

#include <optional>
#include <vector>

namespace lacuna::gguf {

/// Types of metadata values, with the ids that files carry (ggml's docs/gguf.md, enum gguf_metadata_value_type).
enum class ValueType : quint32 {
    Uint8 = 0,
    Int8 = 1,
    Uint16 = 2,
    Int16 = 3,
    Uint32 = 4,
    Int32 = 5,
    Float32 = 6,
    Bool = 7,
    String = 8,
    Array = 9,
    Uint64 = 10,
    Int64 = 11,
    Float64 = 12,
};

/// The name as the format's page spells it: "UINT32", "STRING", …
const char* valueTypeName(ValueType type);

/// The type with this id; nothing for ids that the format does not know.
std::optional<ValueType> findValueType(quint32 id);

/// Bytes of a value of this type in a file; 0 for strings and arrays, whose size varies.
quint32 fixedSize(ValueType type);

struct Source;

/// A metadata value: a view into the mapped file, cheap to copy, valid as long as its File.
///
/// Arrays are lazy: opening a file walks over them once and copies nothing. Elements are read where they lie, each time
/// within the file's bounds: should another program rewrite the file meanwhile, values change, to empty ones where
/// they cannot be read any more.
class Value {
public:
    /// `offset`: of the payload in the source, that is of the number, the string's text or the array's first element.
    /// `size`: of a string in bytes, of an array in elements, else 0.
    Value(const Source& source, ValueType type, ValueType elementType, quint64 offset, quint64 size);

    ValueType type() const { return m_type; }
    bool isInteger() const;
    bool isFloat() const;
    bool isString() const { return m_type == ValueType::String; }
    bool isArray() const { return m_type == ValueType::Array; }
    /// "UINT32", for arrays with their elements' type: "[STRING]".
    QString typeName() const;
    /// Where the payload lies in the file.
    quint64 offset() const { return m_offset; }

    /// Scalars. Integers of any width convert when they fit; anything else is an error (InvalidArgument) that names the
    /// wanted and the found type.
    Result<quint64> toUnsigned() const;
    Result<qint64> toSigned() const;
    Result<double> toDouble() const; ///< floats, and integers
    Result<bool> toBool() const;
    Result<QByteArrayView> toBytes() const; ///< strings: raw bytes, by length, may hold anything

    /// Arrays. Elements of a string array are found from marks 32 elements apart, so that any order of access is fast.
    ValueType elementType() const { return m_elementType; } ///< of an array; of anything else its own type
    quint64 size() const { return isArray() ? m_size : 0; } ///< elements of an array, else 0
    Value at(quint64 index) const; ///< index < size()

private:
    const Source* m_source;
    const std::vector<quint64>* m_marks = nullptr; ///< positions of elements whose size varies, see Source
    quint64 m_offset;
    quint64 m_size;
    ValueType m_type;
    ValueType m_elementType;
};

} // namespace lacuna::gguf
