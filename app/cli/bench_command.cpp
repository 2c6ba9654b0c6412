// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/machine.h"
#include "cli/bench_options.h"
#include "cli/bench_report.h"
#include "cli/command.h"
#include "cli/console.h"
#include "widgets/models/benchmark/history.h"
#include "widgets/models/benchmark/record_json.h"

#include <QElapsedTimer>
#include <QFileInfo>

namespace lacuna::cli {

namespace {

/// A line on stderr: on a terminal rewritten, a few times a second; else one for each run.
class ProgressLine {
public:
    void show(const benchmark::Progress& progress)
    {
        if (!errorIsCanvas()) {
            if (progress.step == 0 && (progress.phase != m_phase || progress.run != m_run || progress.test != m_test))
                printError(progressLine(progress) + '\n');
        } else if (!m_shown.isValid() || m_shown.elapsed() > 100) {
            printError("\r\x1b[K" + QString::fromUtf8(progressLine(progress)).left(terminalWidth() - 1).toUtf8());
            m_shown.start();
        }
        m_phase = progress.phase;
        m_run = progress.run;
        m_test = progress.test;
    }
    void clear()
    {
        if (m_shown.isValid())
            printError("\r\x1b[K");
        m_shown.invalidate();
    }

private:
    QElapsedTimer m_shown;
    std::optional<benchmark::Progress::Phase> m_phase;
    int m_run = -1;
    int m_test = -1;
};

int compare(const BenchOptions& options)
{
    std::vector<std::pair<QString, benchmark::Record>> all;
    for (const std::string& path : options.compare) {
        auto records = benchmark::readRecords(QString::fromStdString(path));
        if (!records)
            return reportError(records.error());
        for (size_t i = 0; i < records->size(); ++i) {
            QString name = QFileInfo(QString::fromStdString(path)).fileName();
            if (records->size() > 1)
                name += QStringLiteral(" #%1").arg(i + 1);
            all.emplace_back(name, std::move((*records)[i]));
        }
    }
    const auto& [nameOfA, a] = all.front();
    for (size_t i = 1; i < all.size(); ++i) {
        const auto& [nameOfB, b] = all[i];
        const benchmark::Comparison comparison = benchmark::compare(a, b);
        if (i > 1)
            printOut("\n");
        printOut(options.markdown ? benchmark::toMarkdown(comparison, nameOfA, nameOfB).toUtf8()
                                  : comparisonText(comparison, nameOfA, nameOfB));
    }
    return Success;
}

void print(const BenchOptions& options, const std::vector<benchmark::Record>& records)
{
    if (options.json)
        return printOut(benchmark::recordsToJson(records));
    if (options.csv)
        return printOut(benchmark::toCsv(records));
    for (size_t i = 0; i < records.size(); ++i) {
        if (i > 0)
            printOut("\n");
        printOut(options.markdown ? benchmark::toMarkdown(records[i]).toUtf8() : recordText(records[i]));
    }
}

/// Adds a record for each number of threads; those that are there stay when it fails or is stopped.
Result<void> measureAll(const BenchOptions& options, std::vector<benchmark::Record>& records, ProgressLine& line)
{
    const std::stop_token stop = interruptToken();
    const auto file = gguf::File::open(QString::fromStdString(options.model));
    if (!file)
        return tl::unexpected(file.error());
    benchmark::Progress reading;
    const auto model = benchmark::describeModel(
        **file,
        [&](double fraction) {
            reading.fraction = fraction;
            line.show(reading);
        },
        stop);
    if (!model)
        return tl::unexpected(model.error());
    const int tests = int(options.threads.size());
    for (int test = 0; test < tests; ++test) {
        const auto show = [&](benchmark::Progress progress) {
            progress.test = test;
            progress.tests = tests;
            line.show(progress);
        };
        auto record =
            benchmark::measure(*file, *model, toPlan(options, options.threads[size_t(test)]), {show, {}}, stop);
        if (!record)
            return tl::unexpected(record.error());
        records.push_back(std::move(*record));
    }
    return {};
}

int bench(const BenchOptions& options)
{
    std::vector<benchmark::Record> records;
    ProgressLine line;
    const auto measured = measureAll(options, records, line);
    line.clear();
    if (!records.empty()) {
        print(options, records);
        if (!options.out.empty()) {
            if (const auto written = benchmark::writeRecords(QString::fromStdString(options.out), records); !written)
                return reportError(written.error());
        }
    }
    if (!measured)
        return reportError(measured.error());
    return interruptToken().stop_requested() ? Interrupted : Success;
}

} // namespace

void addBenchCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<BenchOptions>();
    CLI::App* command =
        app.add_subcommand("bench", "Measure this machine: repeated runs, their figures and their spread");
    addBenchOptions(*command, *options, [options, &action] {
        action = [options] {
            return options->compare.empty() ? bench(*options) : compare(*options);
        };
    });
}

} // namespace lacuna::cli
