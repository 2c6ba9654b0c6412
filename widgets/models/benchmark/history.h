// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "widgets/models/benchmark/record.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace lacuna::benchmark {

/// A record that is kept, with the name of its file.
struct KeptRecord {
    QString file; ///< name in the history's folder
    Record record;
};

/// The records of a folder, a file each, the oldest first. Files that are no records stay where they are, and are named
/// in `unreadable`.
struct History {
    std::vector<KeptRecord> records;
    QStringList unreadable; ///< sentences
};
History loadHistory(const QString& folder);

/// Writes a record whole or not at all, under a name of its own; the folder is made where it is missing.
Result<KeptRecord> keepRecord(const QString& folder, const Record& record);

/// Removes a record's file.
Result<void> forgetRecord(const QString& folder, const QString& file);

/// A file of one record or of several.
Result<std::vector<Record>> readRecords(const QString& path);
Result<void> writeRecords(const QString& path, const std::vector<Record>& records);

} // namespace lacuna::benchmark
