// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/peer.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <cmath>

namespace lacuna::benchmark {

namespace {

constexpr int PollMs = 50;
constexpr int EndMs = 2000; // that a program gets to end itself

QString tr(const char* source)
{
    return QCoreApplication::translate("Benchmark", source);
}

std::optional<int> positive(const QJsonValue& value)
{
    const int number = value.toInt();
    return number > 0 ? std::optional(number) : std::nullopt;
}

std::vector<double> positives(const QJsonArray& array, double unitsInMs)
{
    std::vector<double> values;
    for (const auto value : array) {
        if (value.toDouble() > 0)
            values.push_back(value.toDouble() / unitsInMs);
    }
    return values;
}

/// The program's last words, for the message about its failure.
QString lastLine(const QByteArray& text)
{
    const QByteArray trimmed = text.trimmed();
    return QString::fromUtf8(trimmed.mid(trimmed.lastIndexOf('\n') + 1)).left(300);
}

void endProcess(QProcess& process)
{
    process.terminate();
    if (!process.waitForFinished(EndMs)) {
        process.kill();
        process.waitForFinished(EndMs);
    }
}

} // namespace

Result<PeerSample> readLlamaBench(const QByteArray& output, int rows)
{
    const QJsonArray tests = QJsonDocument::fromJson(output).array();
    QJsonObject chosen;
    for (const auto value : tests) {
        const QJsonObject test = value.toObject();
        const bool isPrompt = test[QLatin1String("n_gen")].toInt() == 0 && test[QLatin1String("n_prompt")].toInt() > 0;
        if (isPrompt && (chosen.isEmpty() || test[QLatin1String("n_prompt")].toInt() == rows))
            chosen = test;
    }
    PeerSample sample;
    sample.name = QStringLiteral("llama-bench");
    sample.stepMs = positives(chosen[QLatin1String("samples_ns")].toArray(), 1e6);
    if (sample.stepMs.empty())
        return failure(
            Error::Code::Malformed,
            tr("llama-bench printed no prompt test as JSON; call it with \"-o json -n 0 -p %1\".").arg(rows));
    sample.version = QStringLiteral("%1 (%2), %3")
                         .arg(chosen[QLatin1String("build_commit")].toString())
                         .arg(chosen[QLatin1String("build_number")].toInt())
                         .arg(chosen[QLatin1String("backends")].toString());
    sample.threads = positive(chosen[QLatin1String("n_threads")]);
    sample.rows = positive(chosen[QLatin1String("n_prompt")]);
    return sample;
}

Result<PeerSample> readStepTimes(const QByteArray& output)
{
    PeerSample sample;
    if (const QJsonDocument document = QJsonDocument::fromJson(output); document.isObject()) {
        const QJsonObject object = document.object();
        sample.name = object[QLatin1String("program")].toString();
        sample.version = object[QLatin1String("llama")].toString();
        sample.threads = positive(object[QLatin1String("threads")]);
        sample.rows = positive(object[QLatin1String("rows")]);
        sample.stepMs = positives(object[QLatin1String("wallMs")].toArray(), 1);
    } else {
        const QList<QByteArray> words = output.simplified().split(' ');
        for (const QByteArray& word : words) {
            bool isNumber = false;
            const double ms = word.toDouble(&isNumber);
            if (!isNumber || !std::isfinite(ms) || ms <= 0) {
                sample.stepMs.clear();
                break;
            }
            sample.stepMs.push_back(ms);
        }
    }
    if (sample.stepMs.empty())
        return failure(Error::Code::Malformed,
                       tr("The peer printed \"%1\", where milliseconds per step were expected, as numbers above 0.")
                           .arg(lastLine(output)));
    return sample;
}

Result<PeerSample> runPeer(const PeerCommand& command, int rows, const std::stop_token& stop)
{
    QStringList words = QProcess::splitCommand(command.line);
    if (words.isEmpty())
        return failure(Error::Code::InvalidArgument, tr("The peer's command line is empty."));
    const QString program = words.takeFirst();
    QProcess process;
    process.start(program, words);
    process.closeWriteChannel();
    if (!process.waitForStarted(-1))
        return failure(Error::Code::InvalidArgument,
                       tr("%1 could not be started: %2.").arg(program, process.errorString()));
    while (process.state() != QProcess::NotRunning && !process.waitForFinished(PollMs)) {
        if (!stop.stop_requested())
            continue;
        endProcess(process);
        return failure(Error::Code::Cancelled, tr("The peer was stopped."));
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return failure(Error::Code::Io, tr("%1 failed: %2").arg(program, lastLine(process.readAllStandardError())));
    const QByteArray output = process.readAllStandardOutput();
    auto sample = command.kind == PeerCommand::Kind::LlamaBench ? readLlamaBench(output, rows) : readStepTimes(output);
    if (sample && sample->name.isEmpty())
        sample->name = QFileInfo(program).fileName();
    return sample;
}

} // namespace lacuna::benchmark
