// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/report.h"

#include "widgets/models/benchmark/notices.h"
#include "widgets/models/formatting.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace lacuna::benchmark {

namespace {

QString tr(const char* source)
{
    return QCoreApplication::translate("Benchmark", source);
}

void add(std::vector<Figure>& figures, const QString& key, const QString& label, const QString& unit,
         const std::optional<Estimate>& estimate)
{
    if (estimate)
        figures.push_back({key, label, unit, *estimate});
}

QString modelText(const ModelInfo& model)
{
    QStringList types;
    for (const TypeCount& count : model.typeMix)
        types << count.type;
    return tr("%1 (%2, %3 parameters, %4, %5 bits per weight: %6)")
        .arg(model.fileName, model.architecture, models::formatMagnitude(model.parameters),
             models::formatBytes(model.fileBytes), QLocale().toString(model.bitsPerWeight, 'f', 2),
             types.join(QStringLiteral(", ")));
}

QString machineText(const MachineInfo& machine)
{
    QStringList parts {machine.cpu, tr("%1 cores, %2 threads").arg(machine.cores).arg(machine.logicalProcessors)};
    if (machine.memoryTotal)
        parts << tr("%1 of memory").arg(models::formatBytes(*machine.memoryTotal));
    parts << machine.os;
    if (!machine.governor.isEmpty())
        parts << tr("clock governor %1").arg(machine.governor);
    return parts.join(QStringLiteral(", "));
}

QString programText(const AppInfo& app)
{
    const QString commit = app.commit.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(app.commit);
    return QStringLiteral("Lacuna %1%2, %3").arg(app.version, commit, app.compiler);
}

} // namespace

std::vector<Figure> figures(const Record& record)
{
    const Summary summary = summarise(record);
    const QString ms = tr("ms");
    std::vector<Figure> list;
    add(list, QStringLiteral("step_ms"), tr("Step"), ms, summary.stepMs);
    add(list, QStringLiteral("forward_ms"), tr("Forward pass of a step"), ms, summary.forwardMs);
    add(list, QStringLiteral("sampling_ms"), tr("Sampling of a step"), ms, summary.samplingMs);
    add(list, QStringLiteral("first_step_ms"), tr("First step"), ms, summary.firstStepMs);
    add(list, QStringLiteral("total_ms"), tr("Whole run"), ms, summary.totalMs);
    add(list, QStringLiteral("visible_tokens_per_second"), tr("Visible tokens"), tr("tokens/s"),
        summary.visibleTokensPerSecond);
    add(list, QStringLiteral("steps_per_second"), tr("Steps"), tr("steps/s"), summary.stepsPerSecond);
    for (const Peer& peer : record.peers)
        add(list, peer.name + QStringLiteral(":step_ms"), tr("%1: step").arg(peer.name), ms, peerStepMs(peer));
    return list;
}

std::vector<Fact> facts(const Record& record)
{
    return {{tr("Model"), modelText(record.model)},
            {tr("Machine"), machineText(record.machine)},
            {tr("Test"),
             tr("%1; prompt of %2 tokens; threads: %3, %4; mode %5")
                 .arg(testText(record.settings))
                 .arg(record.settings.promptTokens)
                 .arg(record.settings.threads)
                 .arg(record.machine.isa, record.settings.mode)},
            {tr("Runs"), tr("%1 counted, after %2 to warm up").arg(record.runs.size()).arg(record.warmups.size())},
            {tr("Program"), programText(record.app)}};
}

QString figureText(double value)
{
    if (!std::isfinite(value))
        return models::noNumber();
    const double size = std::abs(value);
    const int digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
    return QLocale().toString(value, 'f', digits);
}

QString spreadText(const Estimate& estimate)
{
    return QStringLiteral("± %1 %").arg(QLocale().toString(estimate.relativeSpread() * 100, 'f', 1));
}

QString testText(const Settings& settings)
{
    if (settings.test == QLatin1String("rows"))
        return tr("%1 rows, %2 steps").arg(settings.rows()).arg(settings.steps);
    return tr("answer %1, block %2, steps %3").arg(settings.genLength).arg(settings.blockLength).arg(settings.steps);
}

QString shortTestText(const Settings& settings)
{
    if (settings.test == QLatin1String("rows"))
        return tr("%1 rows").arg(settings.rows());
    return tr("%1 in %2 steps").arg(settings.genLength).arg(settings.steps);
}

QString toMarkdown(const Record& record)
{
    QString text = QStringLiteral("| | %1 | %2 | %3 |\n| --- | ---: | ---: | ---: |\n")
                       .arg(tr("median"), tr("95 % below"), tr("spread"));
    for (const Figure& figure : figures(record))
        text += QStringLiteral("| %1, %2 | %3 | %4 | %5 |\n")
                    .arg(figure.label, figure.unit, figureText(figure.estimate.median), figureText(figure.estimate.p95),
                         spreadText(figure.estimate));
    text += QLatin1Char('\n');
    for (const Fact& fact : facts(record))
        text += QStringLiteral("- %1: %2\n").arg(fact.label, fact.value);
    for (const Notice& notice : record.notices)
        text += QStringLiteral("- **%1**\n").arg(noticeText(notice));
    return text;
}

QByteArray toCsv(const std::vector<Record>& records)
{
    QByteArray text = "test_time,build_commit,cpu_info,isa,model_filename,model_size,model_n_params,test,n_threads,"
                      "n_prompt,n_gen,block_length,steps,mode,notices,figure,median,p95,mad,spread\n";
    const auto quoted = [](QString cell) {
        return '"' + cell.replace(QLatin1Char('"'), QStringLiteral("\"\"")).toUtf8() + '"';
    };
    const auto number = [](double value) {
        return QByteArray::number(value, 'g', 8);
    };
    for (const Record& record : records) {
        const Settings& s = record.settings;
        const QByteArrayList common = {record.time.toUTC().toString(Qt::ISODate).toUtf8(),
                                       quoted(record.app.commit),
                                       quoted(record.machine.cpu),
                                       quoted(record.machine.isa),
                                       quoted(record.model.fileName),
                                       QByteArray::number(record.model.bytes),
                                       QByteArray::number(record.model.parameters),
                                       quoted(s.test),
                                       QByteArray::number(s.threads),
                                       QByteArray::number(s.promptTokens),
                                       QByteArray::number(s.genLength),
                                       QByteArray::number(s.blockLength),
                                       QByteArray::number(s.steps),
                                       quoted(s.mode),
                                       QByteArray::number(record.notices.size())};
        for (const Figure& figure : figures(record))
            text += (common
                     + QByteArrayList {quoted(figure.key), number(figure.estimate.median), number(figure.estimate.p95),
                                       number(figure.estimate.mad), number(figure.estimate.spread)})
                        .join(',')
                + '\n';
    }
    return text;
}

} // namespace lacuna::benchmark
