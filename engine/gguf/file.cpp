// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/file.h"

#include "checked.h"
#include "gguf/shard.h"
#include "gguf/split.h"

#include <algorithm>

namespace lacuna::gguf {

namespace {

/// Reads a key's value through one of Value's conversions; errors name the key.
template<typename T>
Result<T> convert(const Result<Value>& value, QByteArrayView key, Result<T> (Value::*conversion)() const)
{
    if (!value)
        return tl::unexpected(value.error());
    auto converted = ((*value).*conversion)();
    if (!converted) {
        converted.error().subject = escaped(key);
        converted.error().message =
            QStringLiteral("The metadata key %1 %2.").arg(quoted(key), converted.error().message);
    }
    return converted;
}

} // namespace

File::File() = default;
File::~File() = default;

Result<std::shared_ptr<const File>> File::open(const QString& path)
{
    auto shard = openShard(path);
    if (!shard)
        return tl::unexpected(std::move(shard.error()));
    return assemble(openSiblings(std::move(*shard)));
}

Result<std::shared_ptr<const File>> File::openMemory(std::span<const std::byte> bytes, const QString& name)
{
    auto shard = std::make_unique<Shard>();
    shard->path = name;
    shard->source.bytes = bytes;
    if (auto read = readTables(*shard); !read)
        return tl::unexpected(std::move(read.error()));
    placeTensors(*shard);
    std::vector<std::unique_ptr<Shard>> shards;
    shards.push_back(std::move(shard));
    return assemble(std::move(shards));
}

std::shared_ptr<const File> File::assemble(std::vector<std::unique_ptr<Shard>> shards)
{
    std::shared_ptr<File> file(new File);
    file->m_shards = std::move(shards);
    for (size_t i = 0; i < file->m_shards.size(); ++i)
        file->adopt(*file->m_shards[i], static_cast<int>(i));
    return file;
}

void File::adopt(Shard& shard, int index)
{
    if (index == 0) {
        m_metadata = std::move(shard.metadata);
        for (size_t i = m_metadata.size(); i-- > 0;) // backwards: the first of duplicates stays
            m_keyIndex.insert(m_metadata[i].key, static_cast<qsizetype>(i));
    }
    for (TensorInfo& info : shard.tensors) {
        info.shard = index;
        if (m_tensorIndex.contains(info.name)) {
            shard.findings.error(30, info.entryOffset,
                                 QStringLiteral("There are two tensors named %1.").arg(quoted(info.name)));
        } else {
            m_tensorIndex.insert(info.name, static_cast<qsizetype>(m_tensors.size()));
        }
        m_tensors.push_back(info);
    }
    shard.tensors = {};
    for (Finding& finding : shard.findings.take()) {
        finding.shard = index;
        m_findings.push_back(std::move(finding));
    }
}

QString File::path() const
{
    return m_shards.front()->path;
}

QStringList File::shardPaths() const
{
    QStringList paths;
    for (const auto& shard : m_shards)
        paths.append(shard->path);
    return paths;
}

quint32 File::version() const
{
    return m_shards.front()->source.version;
}

bool File::isBigEndian() const
{
    return m_shards.front()->source.bigEndian;
}

quint64 File::alignment() const
{
    return m_shards.front()->alignment;
}

quint64 File::totalBytes() const
{
    quint64 total = 0;
    for (const auto& shard : m_shards)
        total += shard->source.bytes.size();
    return total;
}

const Value* File::find(QByteArrayView key) const
{
    const auto found = m_keyIndex.constFind(key);
    return found == m_keyIndex.cend() ? nullptr : &m_metadata[size_t(*found)].value;
}

const TensorInfo* File::tensor(QByteArrayView name) const
{
    const auto found = m_tensorIndex.constFind(name);
    return found == m_tensorIndex.cend() ? nullptr : &m_tensors[size_t(*found)];
}

Result<Value> File::value(QByteArrayView key) const
{
    if (const Value* found = find(key))
        return *found;
    return failure(Error::Code::Missing, QStringLiteral("The metadata key %1 is missing.").arg(quoted(key)),
                   std::nullopt, escaped(key));
}

Result<quint64> File::unsignedValue(QByteArrayView key) const
{
    return convert(value(key), key, &Value::toUnsigned);
}

Result<qint64> File::signedValue(QByteArrayView key) const
{
    return convert(value(key), key, &Value::toSigned);
}

Result<QByteArrayView> File::bytesValue(QByteArrayView key) const
{
    return convert(value(key), key, &Value::toBytes);
}

Result<Value> File::arrayValue(QByteArrayView key, ValueType elementType) const
{
    auto found = value(key);
    if (!found || (found->isArray() && found->elementType() == elementType))
        return found;
    return failure(Error::Code::InvalidArgument,
                   QStringLiteral("The metadata key %1 has type %2 where [%3] is needed.")
                       .arg(quoted(key), found->typeName(), QLatin1StringView(valueTypeName(elementType))),
                   found->offset(), escaped(key));
}

Result<void> File::checkRunnable() const
{
    const auto isError = [](const Finding& finding) {
        return finding.severity == Finding::Severity::Error;
    };
    const auto found = std::find_if(m_findings.begin(), m_findings.end(), isError);
    if (found == m_findings.end())
        return {};
    const bool isDamage = found->code == Error::Code::Malformed;
    return failure(found->code, found->text, found->offset, shownPath(m_shards[size_t(found->shard)]->path),
                   isDamage
                       ? QStringLiteral("The file is damaged or incomplete. Download or copy it again, and compare "
                                        "its size and SHA-256 with those that its source gives.")
                       : QString());
}

Result<std::span<const std::byte>> File::data(const TensorInfo& info) const
{
    const auto index = static_cast<size_t>(info.shard);
    if (info.inFile && index < m_shards.size()) {
        const auto bytes = m_shards[index]->source.bytes;
        if (info.offset <= bytes.size() && info.bytes <= bytes.size() - info.offset)
            return bytes.subspan(info.offset, info.bytes);
    }
    return failure(
        Error::Code::Malformed,
        QStringLiteral("The data of tensor %1 is not in the file, or of unknown size.").arg(quoted(info.name)),
        info.entryOffset, escaped(info.name));
}

Result<void> File::checkUnchanged() const
{
    for (const auto& shard : m_shards) {
        if (!shard->mapping)
            continue;
        if (auto unchanged = shard->mapping->checkUnchanged(); !unchanged)
            return unchanged;
    }
    return {};
}

} // namespace lacuna::gguf
