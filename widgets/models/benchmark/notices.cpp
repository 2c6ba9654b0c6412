// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/notices.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace lacuna::benchmark {

namespace {

/// Half a processor that others use costs a run on all cores more than a steady machine's runs differ.
constexpr double BusyProcessors = 0.5;
/// Beyond these the figures are no longer a fair description of the machine.
constexpr double WideSpread = 0.05;
constexpr double Slower = 1.1;

QString tr(const char* source)
{
    return QCoreApplication::translate("Benchmark", source);
}

QString decimal(double value)
{
    return QLocale().toString(value, 'f', 1);
}

QString percent(double fraction)
{
    return QLocale().toString(fraction * 100, 'f', 0);
}

double busiest(const Record& record)
{
    double most = record.machine.busyBefore.value_or(0);
    for (const Run& run : record.runs)
        most = std::max(most, run.busyOthers.value_or(0));
    return most;
}

/// How much longer the last run's steps took than the same steps of the first one; 1 where there is nothing to compare.
double slowing(const Record& record)
{
    if (record.runs.size() < 2)
        return 1;
    const std::vector<Step>& first = record.runs.front().steps;
    const std::vector<Step>& last = record.runs.back().steps;
    std::vector<double> ratios;
    for (size_t i = 0; i < std::min(first.size(), last.size()); ++i) {
        if (first[i].ms() > 0)
            ratios.push_back(last[i].ms() / first[i].ms());
    }
    return ratios.empty() ? 1 : median(std::move(ratios));
}

/// In what a peer's run is not what ours was; empty: nothing that it told.
QStringList differences(const Peer& peer, const Settings& settings)
{
    QStringList list;
    if (peer.threads && *peer.threads != settings.threads)
        list << tr("%1 ran with %2 threads, not %3").arg(peer.name).arg(*peer.threads).arg(settings.threads);
    if (peer.rows && *peer.rows != settings.rows())
        list << tr("%1 computed %2 rows, not %3").arg(peer.name).arg(*peer.rows).arg(settings.rows());
    return list;
}

} // namespace

std::vector<Notice> assess(const Record& record, int throttled)
{
    std::vector<Notice> notices;
    if (const double busy = busiest(record); busy > BusyProcessors)
        notices.push_back({Notice::Kind::Busy, busy, {}});
    if (record.machine.power == QLatin1String("battery"))
        notices.push_back({Notice::Kind::Battery, 0, {}});
    if (throttled > 0)
        notices.push_back({Notice::Kind::Throttled, double(throttled), {}});
    if (const double ratio = slowing(record); ratio > Slower)
        notices.push_back({Notice::Kind::Slowing, ratio - 1, {}});
    const Summary summary = summarise(record);
    if (summary.stepMs && summary.stepMs->relativeSpread() > WideSpread)
        notices.push_back({Notice::Kind::WideSpread, summary.stepMs->relativeSpread(), {}});
    const bool partial =
        std::any_of(record.runs.begin(), record.runs.end(), [](const Run& run) { return !run.complete; });
    if (partial || int(record.runs.size()) < record.settings.runs)
        notices.push_back({Notice::Kind::Interrupted, 0, {}});
    for (const Peer& peer : record.peers) {
        const QStringList list = differences(peer, record.settings);
        for (const QString& difference : list)
            notices.push_back({Notice::Kind::PeerDiffers, 0, difference});
    }
    return notices;
}

QString noticeWord(Notice::Kind kind)
{
    switch (kind) {
    case Notice::Kind::Busy:
        return tr("busy");
    case Notice::Kind::Battery:
        return tr("battery");
    case Notice::Kind::Throttled:
        return tr("throttled");
    case Notice::Kind::Slowing:
        return tr("slowing");
    case Notice::Kind::WideSpread:
        return tr("wide spread");
    case Notice::Kind::Interrupted:
        return tr("stopped early");
    case Notice::Kind::PeerDiffers:
        return tr("peer differs");
    }
    return {};
}

QString noticeText(const Notice& notice)
{
    switch (notice.kind) {
    case Notice::Kind::Busy:
        return tr("The machine was busy: other programs used %1 processors. Close them and measure again.")
            .arg(decimal(notice.value));
    case Notice::Kind::Battery:
        return tr("The machine ran on battery, where many slow down. Plug it in and measure again.");
    case Notice::Kind::Throttled:
        return tr("The processor slowed down against heat %1 times during the runs. Let it cool and measure again.")
            .arg(notice.value, 0, 'f', 0);
    case Notice::Kind::Slowing:
        return tr("The last run's steps took %1 % longer than the first one's: the machine got slower meanwhile, by "
                  "heat "
                  "or other work.")
            .arg(percent(notice.value));
    case Notice::Kind::WideSpread:
        return tr("The times differ widely: the median of a step is uncertain by ± %1 %. Measure on a quiet machine, "
                  "or "
                  "with more runs.")
            .arg(percent(notice.value));
    case Notice::Kind::Interrupted:
        return tr("Stopped before all runs were done: only what was measured until then counts.");
    case Notice::Kind::PeerDiffers:
        return tr("Not the same work: %1.").arg(notice.subject);
    }
    return {};
}

} // namespace lacuna::benchmark
