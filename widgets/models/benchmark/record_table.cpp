// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/record_table.h"

#include "widgets/models/benchmark/notices.h"
#include "widgets/models/benchmark/report.h"
#include "widgets/models/formatting.h"

#include <QLocale>

#include <algorithm>

namespace lacuna::benchmark {

namespace {

/// The first of them, so that they do not take the room of the other columns; the tool tip has all.
QString noticeWords(const Record& record)
{
    constexpr qsizetype MostWords = 2;
    QStringList words;
    for (const Notice& notice : record.notices)
        words << noticeWord(notice.kind);
    words.removeDuplicates();
    if (words.size() > MostWords)
        words = words.first(MostWords) << QStringLiteral("+%1").arg(words.size() - MostWords);
    return words.join(QStringLiteral(", "));
}

QString noticeSentences(const Record& record)
{
    QStringList sentences;
    for (const Notice& notice : record.notices)
        sentences << noticeText(notice);
    return sentences.join(QLatin1Char('\n'));
}

QString text(const Record& record, int column)
{
    const Summary summary = summarise(record);
    switch (column) {
    case RecordTable::Time:
        return QLocale().toString(record.time.toLocalTime(), QStringLiteral("yyyy-MM-dd hh:mm"));
    case RecordTable::Model:
        return record.model.fileName;
    case RecordTable::Test:
        return shortTestText(record.settings);
    case RecordTable::Threads:
        return QLocale().toString(record.settings.threads);
    case RecordTable::StepMs:
        return summary.stepMs ? figureText(summary.stepMs->median) : models::noNumber();
    case RecordTable::Spread:
        return summary.stepMs ? spreadText(*summary.stepMs) : models::noNumber();
    case RecordTable::TokensPerSecond:
        return summary.visibleTokensPerSecond ? figureText(summary.visibleTokensPerSecond->median) : models::noNumber();
    case RecordTable::Notes:
        return noticeWords(record);
    default:
        return {};
    }
}

QVariant sortKey(const Record& record, int column)
{
    const Summary summary = summarise(record);
    switch (column) {
    case RecordTable::Time:
        return record.time;
    case RecordTable::Threads:
        return record.settings.threads;
    case RecordTable::StepMs:
        return summary.stepMs ? summary.stepMs->median : 0;
    case RecordTable::Spread:
        return summary.stepMs ? summary.stepMs->relativeSpread() : 0;
    case RecordTable::TokensPerSecond:
        return summary.visibleTokensPerSecond ? summary.visibleTokensPerSecond->median : 0;
    case RecordTable::Notes:
        return qulonglong(record.notices.size());
    default:
        return text(record, column);
    }
}

bool isNumber(int column)
{
    return column >= RecordTable::Threads && column <= RecordTable::TokensPerSecond;
}

QVariant alignment(int column)
{
    return QVariant(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
}

} // namespace

RecordTable::RecordTable(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void RecordTable::setRecords(std::vector<KeptRecord> oldestFirst)
{
    beginResetModel();
    m_records = std::move(oldestFirst);
    std::reverse(m_records.begin(), m_records.end());
    endResetModel();
}

void RecordTable::add(const KeptRecord& record)
{
    beginInsertRows({}, 0, 0);
    m_records.insert(m_records.begin(), record);
    endInsertRows();
}

void RecordTable::remove(const QString& file)
{
    const auto found = std::find_if(m_records.begin(), m_records.end(),
                                    [&file](const KeptRecord& record) { return record.file == file; });
    if (found == m_records.end())
        return;
    const int row = int(found - m_records.begin());
    beginRemoveRows({}, row, row);
    m_records.erase(found);
    endRemoveRows();
}

int RecordTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_records.size());
}

int RecordTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant RecordTable::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Record& record = at(index.row()).record;
    switch (role) {
    case Qt::DisplayRole:
        return text(record, index.column());
    case SortRole:
        return sortKey(record, index.column());
    case Qt::ToolTipRole:
        return index.column() == Notes ? noticeSentences(record)
            : index.column() == Test   ? testText(record.settings)
                                       : text(record, index.column());
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    default:
        return {};
    }
}

QVariant RecordTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(section);
    if (role != Qt::DisplayRole)
        return {};
    const QString names[ColumnCount] = {tr("Measured"), tr("Model"),  tr("Test"),     tr("Threads"),
                                        tr("Step, ms"), tr("Spread"), tr("Tokens/s"), tr("Notes")};
    return names[section];
}

} // namespace lacuna::benchmark
