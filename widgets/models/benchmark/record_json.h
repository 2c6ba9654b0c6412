// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "widgets/models/benchmark/record.h"

#include <QByteArray>
#include <QJsonObject>

namespace lacuna::benchmark {

/// Of the records that this program writes; raised when a reader of the old ones would be misled.
constexpr int SchemaVersion = 1;

/// A record as bench/record.schema.json describes it, the summary included.
QJsonObject toJson(const Record& record);

/// A file's content: one record as an object, several as an array of them.
QByteArray recordsToJson(const std::vector<Record>& records);

/// Reads what recordsToJson() wrote. `name` is the file's, for messages. What is not needed to show and to compare may
/// be missing; Malformed with a sentence where it is no record, or one of a newer version.
Result<std::vector<Record>> recordsFromJson(const QByteArray& json, const QString& name);

/// "busy", "battery", …: as the JSON has it.
QString noticeKindName(Notice::Kind kind);

} // namespace lacuna::benchmark
