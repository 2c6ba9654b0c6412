// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/metadata_reader.h"

#include "checked.h"

#include <algorithm>

namespace lacuna::gguf {

namespace {

constexpr qsizetype s_longestKey = 65535; // the format's rule
constexpr int s_deepestNesting = 4;
/// Elements that have to be visited one by one: strings, nested arrays. The largest vocabularies have about a million.
/// Beyond this bound a file is hostile, and walking on would only cost time.
constexpr quint64 s_mostSteps = 1 << 26;
/// Nested arrays cost memory (a list of marks each), and no known file has any.
constexpr quint64 s_stepsPerArray = 64;

bool isControl(char byte)
{
    return static_cast<uchar>(byte) < 0x20 || byte == 0x7f;
}

bool isNotAscii(char byte)
{
    return static_cast<uchar>(byte) >= 0x80;
}

} // namespace

MetadataReader::MetadataReader(Shard& shard, quint64 start)
    : m_shard(shard)
    , m_cursor(shard.source, start)
    , m_stepsLeft(s_mostSteps)
{
}

bool MetadataReader::read(quint64 count)
{
    for (quint64 index = 0; index < count; ++index) {
        if (!readEntry(index, count))
            return false;
    }
    return true;
}

bool MetadataReader::readEntry(quint64 index, quint64 count)
{
    const quint64 start = m_cursor.position();
    const auto key = m_cursor.string();
    if (!key) {
        m_shard.findings.error(
            11, start,
            sentence(QStringLiteral("The key of metadata entry %1 of %2 runs beyond the end of the file."), index + 1,
                     count));
        return false;
    }
    m_key = quoted(*key);
    checkKey(*key, start);

    const quint64 typeOffset = m_cursor.position();
    const auto typeId = m_cursor.number<quint32>();
    if (!typeId) {
        endsInside("the type");
        return false;
    }
    const auto type = findValueType(*typeId);
    if (!type) {
        m_shard.findings.error(
            16, typeOffset,
            sentence(QStringLiteral("The value of %1 has the unknown type %2; nothing after it can be read."), m_key,
                     *typeId));
        return false;
    }
    const auto value = readValue(*type);
    if (!value)
        return false;
    m_shard.metadata.push_back({*key, *value, start});
    return true;
}

void MetadataReader::checkKey(QByteArrayView key, quint64 offset)
{
    if (key.isEmpty())
        m_shard.findings.error(12, offset, QStringLiteral("A metadata key is empty."));
    if (key.size() > s_longestKey) {
        m_shard.findings.error(11, offset,
                               sentence(QStringLiteral("The key %1 is longer than %2 bytes."), m_key, s_longestKey));
    }
    // A zero byte would end the key for programs that use C strings: they and we would read different things.
    if (std::any_of(key.begin(), key.end(), isControl))
        m_shard.findings.error(13, offset, QStringLiteral("The key %1 contains a control character.").arg(m_key));
    if (std::any_of(key.begin(), key.end(), isNotAscii))
        m_shard.findings.warning(14, offset, QStringLiteral("The key %1 is not plain ASCII.").arg(m_key));
    if (m_keys.contains(key))
        m_shard.findings.error(15, offset, QStringLiteral("The key %1 is there twice.").arg(m_key));
    m_keys.insert(key);
}

std::optional<Value> MetadataReader::readValue(ValueType type)
{
    if (type == ValueType::Array)
        return readArray(1);
    const quint64 start = m_cursor.position();
    if (type == ValueType::String) {
        const auto text = m_cursor.string();
        if (!text)
            return endsInside("the text");
        const auto size = static_cast<quint64>(text->size());
        return Value(m_shard.source, type, type, m_cursor.position() - size, size);
    }
    if (!m_cursor.skip(fixedSize(type)))
        return endsInside("the value");
    if (type == ValueType::Bool && std::to_integer<int>(m_shard.source.bytes[start]) > 1)
        m_shard.findings.warning(17, start, QStringLiteral("The BOOL value of %1 is neither 0 nor 1.").arg(m_key));
    return Value(m_shard.source, type, type, start, 0);
}

std::optional<Value> MetadataReader::readArray(int depth)
{
    const quint64 header = m_cursor.position();
    const auto typeId = m_cursor.number<quint32>();
    const auto count = m_cursor.length();
    if (!typeId || !count)
        return endsInside("an array's header");
    const auto type = findValueType(*typeId);
    if (!type) {
        m_shard.findings.error(
            18, header,
            sentence(QStringLiteral("The elements of array %1 have the unknown type %2; nothing after them can be "
                                    "read."),
                     m_key, *typeId));
        return std::nullopt;
    }
    // The count against the bytes that are there, before anything else believes it. A nested array has at least a
    // header.
    const quint64 lengthBytes = m_shard.source.lengthBytes();
    const quint64 smallest = *type == ValueType::String ? lengthBytes
        : *type == ValueType::Array                     ? sizeof(quint32) + lengthBytes
                                                        : fixedSize(*type);
    const quint64 start = m_cursor.position();
    if (*count > m_cursor.remaining() / smallest) {
        m_shard.findings.error(
            19, header,
            sentence(QStringLiteral("Array %1 claims %2 elements of type %3, more than the rest of the file holds."),
                     m_key, *count, valueTypeName(*type)));
        return std::nullopt;
    }
    const bool walked = *type == ValueType::String ? walkStrings(*count, start)
        : *type == ValueType::Array                ? walkArrays(*count, start, depth)
                                                   : m_cursor.skip(*count * smallest);
    if (!walked)
        return std::nullopt;
    return Value(m_shard.source, ValueType::Array, *type, start, *count);
}

bool MetadataReader::walkStrings(quint64 count, quint64 start)
{
    if (!takeSteps(count))
        return false;
    std::vector<quint64> marks;
    for (quint64 i = 0; i < count; ++i) {
        const quint64 position = m_cursor.position();
        if (i % Source::s_stringsPerMark == 0)
            marks.push_back(position);
        if (!m_cursor.string()) {
            m_shard.findings.error(
                22, position,
                sentence(QStringLiteral("String %1 of array %2 runs beyond the end of the file; nothing after it can "
                                        "be read."),
                         i, m_key));
            return false;
        }
    }
    m_shard.source.marks.insert_or_assign(start, std::move(marks));
    return true;
}

bool MetadataReader::walkArrays(quint64 count, quint64 start, int depth)
{
    if (depth == 1) {
        m_shard.findings.error(
            20, start, QStringLiteral("%1 is an array of arrays: such a file can be looked into, not run.").arg(m_key),
            Error::Code::Unsupported);
    }
    if (depth == s_deepestNesting) {
        m_shard.findings.error(
            21, start,
            sentence(QStringLiteral("The arrays of %1 are nested more than %2 deep."), m_key, s_deepestNesting));
        return false;
    }
    if (!takeSteps(count > s_mostSteps ? count : count * s_stepsPerArray))
        return false;
    std::vector<quint64> marks;
    for (quint64 i = 0; i < count; ++i) {
        marks.push_back(m_cursor.position());
        if (!readArray(depth + 1))
            return false;
    }
    m_shard.source.marks.insert_or_assign(start, std::move(marks));
    return true;
}

bool MetadataReader::takeSteps(quint64 count)
{
    if (count > m_stepsLeft) {
        m_shard.findings.error(
            19, m_cursor.position(),
            sentence(QStringLiteral("With array %1 the metadata has more than %2 million array elements; this program "
                                    "stops reading there."),
                     m_key, s_mostSteps >> 20));
        return false;
    }
    m_stepsLeft -= count;
    return true;
}

std::nullopt_t MetadataReader::endsInside(const char* what)
{
    m_shard.findings.error(
        0, m_shard.source.bytes.size(),
        QStringLiteral("The file ends inside %1 of metadata key %2.").arg(QLatin1StringView(what), m_key));
    return std::nullopt;
}

} // namespace lacuna::gguf
