// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/benchmark/record.h"

#include <QString>

namespace lacuna::benchmark {

/// What is to be held against the record's figures; `throttled`: times that the processor slowed down against heat
/// during the runs.
std::vector<Notice> assess(const Record& record, int throttled);

/// In a word or two, for a table: "busy", "wide spread".
QString noticeWord(Notice::Kind kind);

/// A sentence: what was seen, and what to do about it.
QString noticeText(const Notice& notice);

} // namespace lacuna::benchmark
