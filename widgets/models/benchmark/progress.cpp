// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/progress.h"

#include "widgets/models/formatting.h"

#include <QCoreApplication>

namespace lacuna::benchmark {

namespace {

QString tr(const char* source)
{
    return QCoreApplication::translate("Benchmark", source);
}

QString phaseText(const Progress& progress)
{
    switch (progress.phase) {
    case Progress::Phase::Checksum:
        return tr("Reading the model for its checksum");
    case Progress::Phase::Loading:
        return tr("Loading");
    case Progress::Phase::WarmUp:
        return tr("Warm-up %1 of %2, step %3 of %4");
    case Progress::Phase::Run:
        return tr("Run %1 of %2, step %3 of %4");
    case Progress::Phase::Peer:
        return tr("Peer, call %1 of %2");
    }
    return {};
}

bool hasSteps(const Progress& progress)
{
    return progress.phase == Progress::Phase::WarmUp || progress.phase == Progress::Phase::Run;
}

} // namespace

QString progressText(const Progress& progress)
{
    QString text = phaseText(progress);
    if (hasSteps(progress) || progress.phase == Progress::Phase::Peer)
        text = text.arg(progress.run + 1).arg(progress.runs);
    if (hasSteps(progress))
        text = text.arg(progress.step).arg(progress.steps);
    text += QStringLiteral(", ") + models::formatPercent(progress.fraction);
    if (progress.secondsLeft)
        text += tr(", %1 left").arg(models::formatMilliseconds(*progress.secondsLeft * 1000));
    return progress.tests > 1 ? tr("Test %1 of %2: %3").arg(progress.test + 1).arg(progress.tests).arg(text) : text;
}

} // namespace lacuna::benchmark
