// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/history.h"

#include "gguf/text.h"
#include "widgets/models/benchmark/record_json.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <algorithm>

namespace lacuna::benchmark {

namespace {

/// A record of a thousand runs has a few megabytes; more is none of ours.
constexpr qint64 MostBytes = 256 << 20;

QString tr(const char* source)
{
    return QCoreApplication::translate("Benchmark", source);
}

} // namespace

History loadHistory(const QString& folder)
{
    History history;
    const QDir dir(folder);
    const QStringList files = dir.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    for (const QString& file : files) {
        auto records = readRecords(dir.filePath(file));
        if (records && records->size() == 1)
            history.records.push_back({file, std::move(records->front())});
        else
            history.unreadable << (records ? tr("%1 holds several records; import it instead.").arg(file)
                                           : records.error().text());
    }
    std::stable_sort(history.records.begin(), history.records.end(),
                     [](const KeptRecord& a, const KeptRecord& b) { return a.record.time < b.record.time; });
    return history;
}

Result<KeptRecord> keepRecord(const QString& folder, const Record& record)
{
    const QDir dir(folder);
    if (!dir.mkpath(QStringLiteral(".")))
        return failure(Error::Code::Io, tr("The folder %1 could not be made.").arg(gguf::shownPath(folder)));
    const QString stem = record.time.toUTC().toString(QStringLiteral("yyyyMMdd-hhmmss"));
    QString file = stem + QStringLiteral(".json");
    for (int i = 2; dir.exists(file); ++i) // an import, or two short runs within a second
        file = QStringLiteral("%1-%2.json").arg(stem).arg(i);
    if (auto written = writeRecords(dir.filePath(file), {record}); !written)
        return tl::unexpected(written.error());
    return KeptRecord {file, record};
}

Result<void> forgetRecord(const QString& folder, const QString& file)
{
    QFile kept(QDir(folder).filePath(file));
    if (kept.exists() && !kept.remove())
        return failure(Error::Code::Io, tr("%1 could not be removed: %2.").arg(file, kept.errorString()));
    return {};
}

Result<std::vector<Record>> readRecords(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(Error::Code::Io, tr("Cannot read %1: %2.").arg(gguf::shownPath(path), file.errorString()));
    if (file.size() > MostBytes)
        return failure(Error::Code::Malformed,
                       tr("%1 is too large to be a benchmark record.").arg(gguf::shownPath(path)));
    return recordsFromJson(file.readAll(), gguf::shownPath(path));
}

Result<void> writeRecords(const QString& path, const std::vector<Record>& records)
{
    QSaveFile file(path);
    const QByteArray json = recordsToJson(records);
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size() || !file.commit())
        return failure(Error::Code::Io, tr("Cannot write %1: %2.").arg(gguf::shownPath(path), file.errorString()));
    return {};
}

} // namespace lacuna::benchmark
