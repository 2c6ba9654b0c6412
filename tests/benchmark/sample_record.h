// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/benchmark/record.h"

namespace lacuna::support {

/// A record with every field filled: `runs` of four steps each, whose times are multiples of `stepMs`.
inline benchmark::Record sampleRecord(double stepMs = 10, int runs = 3)
{
    using namespace benchmark;
    Record record;
    record.time = QDateTime(QDate(2026, 11, 29), QTime(12, 30, 15), Qt::UTC);
    record.app = {QStringLiteral("0.1.0"), QStringLiteral("abc123def456"), QStringLiteral("GNU 12.2.0"),
                  QStringLiteral("-O3 -DNDEBUG")};
    record.machine.cpu = QStringLiteral("Some Processor");
    record.machine.cores = 2;
    record.machine.logicalProcessors = 4;
    record.machine.isa = QStringLiteral("avx2");
    record.machine.memoryTotal = 8'000'000'000;
    record.machine.memoryAvailable = 6'000'000'000;
    record.machine.os = QStringLiteral("Some System");
    record.machine.governor = QStringLiteral("performance");
    record.machine.loadAverage = 0.25;
    record.machine.busyBefore = 0.05;
    record.machine.power = QStringLiteral("mains");
    record.model.fileName = QStringLiteral("model.gguf");
    record.model.sha256 = QString(64, QLatin1Char('a'));
    record.model.architecture = QStringLiteral("llada");
    record.model.parameters = 11'000'000;
    record.model.bytes = 11'700'000;
    record.model.fileBytes = 11'800'000;
    record.model.typeMix = {{QStringLiteral("Q8_0"), 40, 10'900'000, 11'600'000},
                            {QStringLiteral("F32"), 9, 100'000, 100'000}};
    record.model.bitsPerWeight = 8.5;
    record.settings.test = QStringLiteral("protocol");
    record.settings.prompt = QStringLiteral("standard");
    record.settings.remasking = QStringLiteral("low_confidence");
    record.settings.mode = QStringLiteral("exact");
    record.settings.threads = 2;
    record.settings.promptTokens = 20;
    record.settings.seed = 18'000'000'000'000'000'001ULL;
    record.settings.runs = runs;
    for (int i = 0; i < runs; ++i) {
        Run run;
        run.loadMs = 12.5;
        for (const double factor : {1.0, 1.01, 0.99, 1.0})
            run.steps.push_back({stepMs * factor, 0.5, 148, 1, {0.9F, 0.8F}});
        run.firstStepMs = stepMs + 1;
        run.totalMs = stepMs * 4 + 3;
        run.visibleTokens = 100;
        run.forwards = 4;
        run.rows = 592;
        run.peakMemory = 50'000'000;
        run.busyOthers = 0.1;
        record.runs.push_back(run);
    }
    record.warmups = {record.runs.front()};
    return record;
}

} // namespace lacuna::support
