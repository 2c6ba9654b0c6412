// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/benchmark/progress.h"
#include "widgets/models/benchmark/report.h"

#include <QByteArray>

namespace lacuna::cli {

/// What `bench` prints for people.
QByteArray recordText(const benchmark::Record& record);
QByteArray comparisonText(const benchmark::Comparison& comparison, const QString& nameOfA, const QString& nameOfB);

QByteArray progressLine(const benchmark::Progress& progress);

} // namespace lacuna::cli
