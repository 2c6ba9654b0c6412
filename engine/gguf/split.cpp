// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/split.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace lacuna::gguf {

namespace {

constexpr int s_catalogueKind = 65;

/// A key of a split model: a number, or nothing, with a finding where it is something else.
std::optional<quint64> splitNumber(Shard& shard, QByteArrayView key)
{
    const Value* value = shard.find(key);
    if (!value)
        return std::nullopt;
    const auto number = value->toUnsigned();
    if (number)
        return *number;
    shard.findings.error(s_catalogueKind, value->offset(),
                         QLatin1StringView(key) + u' ' + number.error().message + u'.');
    return std::nullopt;
}

/// Opens every other shard that is there. `shards` has the one at index number − 1.
std::vector<std::unique_ptr<Shard>> openAll(const ShardName& name, std::unique_ptr<Shard> opened, Findings& findings)
{
    std::vector<std::unique_ptr<Shard>> shards;
    QStringList missing;
    qsizetype missingCount = 0;
    for (int number = 1; number <= name.count; ++number) {
        if (number == name.number) {
            shards.push_back(std::move(opened));
            continue;
        }
        const QString path = name.sibling(number);
        if (!QFileInfo::exists(path)) {
            constexpr qsizetype s_listed = 5;
            if (++missingCount <= s_listed)
                missing.append(shownPath(QFileInfo(path).fileName()));
            continue;
        }
        auto shard = openShard(path);
        if (shard)
            shards.push_back(std::move(*shard));
        else
            findings.error(s_catalogueKind, std::nullopt, shard.error().message, shard.error().code);
    }
    if (missingCount > missing.size())
        missing.append(QStringLiteral("and %1 more").arg(missingCount - missing.size()));
    if (missingCount > 0) {
        findings.error(s_catalogueKind, std::nullopt,
                       QStringLiteral("Parts of this split model are missing: %1. Put them into the same folder.")
                           .arg(missing.join(QStringLiteral(", "))),
                       Error::Code::Missing);
    }
    return shards;
}

/// Sorts shards by split.no where these make sense, whatever the names say, and reports what disagrees.
void arrange(std::vector<std::unique_ptr<Shard>>& shards, const ShardName& name, Findings& findings)
{
    std::vector<std::pair<quint64, std::unique_ptr<Shard>>> numbered;
    bool complete = true;
    for (auto& shard : shards) {
        const auto count = splitNumber(*shard, "split.count");
        const auto number = splitNumber(*shard, "split.no");
        if (count != static_cast<quint64>(name.count)) {
            findings.error(
                s_catalogueKind, std::nullopt,
                sentence(QStringLiteral("%1 belongs to a model of %2 parts by its name, of %3 by its split.count."),
                         shownPath(QFileInfo(shard->path).fileName()), name.count,
                         count ? QString::number(*count) : QStringLiteral("an unknown number")));
        }
        complete = complete && number;
        numbered.emplace_back(number.value_or(0), std::move(shard));
    }
    const auto byNumber = [](const auto& a, const auto& b) {
        return a.first < b.first;
    };
    const auto sameNumber = [](const auto& a, const auto& b) {
        return a.first == b.first;
    };
    const bool named = std::is_sorted(numbered.begin(), numbered.end(), byNumber);
    std::stable_sort(numbered.begin(), numbered.end(), byNumber);
    if (!complete || std::adjacent_find(numbered.begin(), numbered.end(), sameNumber) != numbered.end()) {
        findings.error(s_catalogueKind, std::nullopt,
                       QStringLiteral("The parts of this split model have no split.no of their own each."));
    } else if (!named) {
        findings.warning(
            s_catalogueKind, std::nullopt,
            QStringLiteral("The parts are named in another order than their split.no says; split.no counts."));
    }
    shards.clear();
    for (auto& [number, shard] : numbered)
        shards.push_back(std::move(shard));
}

void checkTensorTotal(const std::vector<std::unique_ptr<Shard>>& shards)
{
    Shard& first = *shards.front();
    const auto claimed = splitNumber(first, "split.tensors.count");
    quint64 total = 0;
    for (const auto& shard : shards)
        total += shard->tensors.size();
    if (claimed && *claimed != total) {
        first.findings.error(
            s_catalogueKind, std::nullopt,
            sentence(QStringLiteral("The split model should have %1 tensors and its parts have %2."), *claimed, total));
    }
}

} // namespace

std::optional<ShardName> ShardName::parse(const QString& path)
{
    static const QRegularExpression s_pattern(QStringLiteral("^(.*)-([0-9]{5})-of-([0-9]{5})\\.gguf$"),
                                              QRegularExpression::DotMatchesEverythingOption);
    const auto match = s_pattern.match(path);
    if (!match.hasMatch())
        return std::nullopt;
    ShardName name {match.captured(1), match.capturedView(2).toInt(), match.capturedView(3).toInt()};
    if (name.number < 1 || name.number > name.count)
        return std::nullopt;
    return name;
}

QString ShardName::sibling(int otherNumber) const
{
    return QStringLiteral("%1-%2-of-%3.gguf")
        .arg(prefix, QString::number(otherNumber).rightJustified(5, u'0'),
             QString::number(count).rightJustified(5, u'0'));
}

Result<std::unique_ptr<Shard>> openShard(const QString& path)
{
    auto mapping = MappedFile::open(path);
    if (!mapping)
        return tl::unexpected(std::move(mapping.error()));
    auto shard = std::make_unique<Shard>();
    shard->path = path;
    shard->mapping = std::move(*mapping);
    shard->source.bytes = shard->mapping->bytes();
    if (auto read = readTables(*shard); !read) {
        Error error = std::move(read.error());
        error.subject = shownPath(path);
        error.message = QStringLiteral("\"%1\": %2").arg(error.subject, error.message);
        return tl::unexpected(std::move(error));
    }
    placeTensors(*shard);
    return shard;
}

std::vector<std::unique_ptr<Shard>> openSiblings(std::unique_ptr<Shard> opened)
{
    std::vector<std::unique_ptr<Shard>> shards;
    const auto count = splitNumber(*opened, "split.count");
    const auto name = ShardName::parse(opened->path);
    if (count.value_or(1) <= 1 && !(name && count)) {
        shards.push_back(std::move(opened));
        return shards;
    }
    if (!name) {
        opened->findings.error(s_catalogueKind, std::nullopt,
                               QStringLiteral("This file is one of the %1 parts of a split model, but it is not named "
                                              "\"…-0000n-of-%2.gguf\", so the others cannot be found. Give the parts "
                                              "their names back.")
                                   .arg(*count)
                                   .arg(*count, 5, 10, QLatin1Char('0')),
                               Error::Code::Missing);
        shards.push_back(std::move(opened));
        return shards;
    }
    Findings findings;
    shards = openAll(*name, std::move(opened), findings);
    arrange(shards, *name, findings);
    for (Finding& finding : findings.take())
        shards.front()->findings.add(std::move(finding));
    checkTensorTotal(shards);
    return shards;
}

} // namespace lacuna::gguf
