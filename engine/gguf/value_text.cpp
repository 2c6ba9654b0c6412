// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/value_text.h"

#include "gguf/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace lacuna::gguf {

namespace {

struct Name {
    qint64 number;
    const char* text;
};

// llama.h, enum llama_ftype
constexpr std::array s_fileTypes {
    Name {0, "ALL_F32"},           Name {1, "MOSTLY_F16"},           Name {2, "MOSTLY_Q4_0"},
    Name {3, "MOSTLY_Q4_1"},       Name {4, "MOSTLY_Q4_1_SOME_F16"}, Name {7, "MOSTLY_Q8_0"},
    Name {8, "MOSTLY_Q5_0"},       Name {9, "MOSTLY_Q5_1"},          Name {10, "MOSTLY_Q2_K"},
    Name {11, "MOSTLY_Q3_K_S"},    Name {12, "MOSTLY_Q3_K_M"},       Name {13, "MOSTLY_Q3_K_L"},
    Name {14, "MOSTLY_Q4_K_S"},    Name {15, "MOSTLY_Q4_K_M"},       Name {16, "MOSTLY_Q5_K_S"},
    Name {17, "MOSTLY_Q5_K_M"},    Name {18, "MOSTLY_Q6_K"},         Name {19, "MOSTLY_IQ2_XXS"},
    Name {20, "MOSTLY_IQ2_XS"},    Name {21, "MOSTLY_Q2_K_S"},       Name {22, "MOSTLY_IQ3_XS"},
    Name {23, "MOSTLY_IQ3_XXS"},   Name {24, "MOSTLY_IQ1_S"},        Name {25, "MOSTLY_IQ4_NL"},
    Name {26, "MOSTLY_IQ3_S"},     Name {27, "MOSTLY_IQ3_M"},        Name {28, "MOSTLY_IQ2_S"},
    Name {29, "MOSTLY_IQ2_M"},     Name {30, "MOSTLY_IQ4_XS"},       Name {31, "MOSTLY_IQ1_M"},
    Name {32, "MOSTLY_BF16"},      Name {36, "MOSTLY_TQ1_0"},        Name {37, "MOSTLY_TQ2_0"},
    Name {38, "MOSTLY_MXFP4_MOE"}, Name {39, "MOSTLY_NVFP4"},        Name {40, "MOSTLY_Q1_0"},
    Name {41, "MOSTLY_Q2_0"},      Name {1024, "GUESSED"},
};
// llama.h, enum llama_token_type
constexpr std::array s_tokenTypes {
    Name {0, "UNDEFINED"},    Name {1, "NORMAL"}, Name {2, "UNKNOWN"}, Name {3, "CONTROL"},
    Name {4, "USER_DEFINED"}, Name {5, "UNUSED"}, Name {6, "BYTE"},
};
// llama.h, enum llama_pooling_type
constexpr std::array s_poolingTypes {
    Name {0, "NONE"}, Name {1, "MEAN"}, Name {2, "CLS"}, Name {3, "LAST"}, Name {4, "RANK"},
};
// gguf-py, class ExpertGatingFuncType
constexpr std::array s_gatingFunctions {
    Name {1, "SOFTMAX"},
    Name {2, "SIGMOID"},
    Name {4, "SQRTSOFTPLUS"},
};

std::span<const Name> namesFor(QByteArrayView key)
{
    if (key == "general.file_type")
        return s_fileTypes;
    if (key == "tokenizer.ggml.token_type")
        return s_tokenTypes;
    if (key.endsWith(".pooling_type"))
        return s_poolingTypes;
    if (key.endsWith(".expert_gating_func"))
        return s_gatingFunctions;
    return {};
}

/// The shortest text that gives the same number again.
template<typename T>
QString shortest(T number)
{
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general).ptr;
    return QString::fromLatin1(text.data(), end - text.data());
}

QString numberText(const Value& value)
{
    if (value.type() == ValueType::Float32)
        return shortest(static_cast<float>(value.toDouble().value_or(0)));
    if (value.isFloat())
        return shortest(value.toDouble().value_or(0));
    if (const auto number = value.toSigned())
        return QString::number(*number);
    return QString::number(value.toUnsigned().value_or(0));
}

QString elementText(QByteArrayView key, const Value& element, qsizetype length)
{
    if (element.isString())
        return u'"' + escapedStart(*element.toBytes(), length) + u'"';
    if (element.isArray())
        return u'[' + preview(key, element, length) + u']';
    return scalarText(key, element);
}

} // namespace

QString enumName(QByteArrayView key, qint64 number)
{
    for (const Name& name : namesFor(key)) {
        if (name.number == number)
            return QString::fromLatin1(name.text);
    }
    return {};
}

QString scalarText(QByteArrayView key, const Value& value)
{
    if (value.isArray())
        return {};
    if (value.isString())
        return escaped(*value.toBytes());
    if (value.type() == ValueType::Bool)
        return value.toBool().value_or(false) ? QStringLiteral("true") : QStringLiteral("false");
    const QString number = numberText(value);
    const auto integer = value.toSigned();
    const QString name = integer ? enumName(key, *integer) : QString();
    return name.isEmpty() ? number : name + QStringLiteral(" (%1)").arg(number);
}

QString preview(QByteArrayView key, const Value& value, qsizetype length)
{
    if (value.isString())
        return escapedStart(*value.toBytes(), length);
    if (!value.isArray())
        return scalarText(key, value);
    QString text;
    for (quint64 i = 0; i < value.size(); ++i) {
        if (i > 0)
            text += QStringLiteral(", ");
        if (text.size() >= length)
            return text + u'…';
        text += elementText(key, value.at(i), length - text.size());
    }
    return text;
}

} // namespace lacuna::gguf
