// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/generation_golden.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lacuna::support {

namespace {

std::vector<int> integers(const QJsonValue& value)
{
    std::vector<int> numbers;
    for (const QJsonValue number : value.toArray())
        numbers.push_back(number.toInt());
    return numbers;
}

std::vector<double> doubles(const QJsonValue& value)
{
    std::vector<double> numbers;
    for (const QJsonValue number : value.toArray())
        numbers.push_back(number.toDouble());
    return numbers;
}

ReferenceStep toStep(const QJsonObject& object)
{
    ReferenceStep step;
    step.committed.positions = integers(object[QLatin1String("positions")]);
    step.committed.ids = integers(object[QLatin1String("ids")]);
    step.tokenGaps = doubles(object[QLatin1String("tokenGaps")]);
    step.logConfidences = doubles(object[QLatin1String("logConfidences")]);
    for (const QJsonValue pair : object[QLatin1String("left")].toArray())
        step.left.emplace_back(pair[0].toInt(), pair[1].toDouble());
    return step;
}

ReferenceRun toRun(const QJsonObject& object)
{
    ReferenceRun run;
    run.prompt = integers(object[QLatin1String("prompt")]);
    run.genLength = object[QLatin1String("gen")].toInt();
    run.blockLength = object[QLatin1String("block")].toInt();
    run.steps = object[QLatin1String("steps")].toInt();
    run.cfgScale = object[QLatin1String("cfg")].toDouble();
    run.answer = integers(object[QLatin1String("answer")]);
    for (const QJsonValue step : object[QLatin1String("trace")].toArray())
        run.trace.push_back(toStep(step.toObject()));
    run.ends = integers(object[QLatin1String("ends")]);
    run.stoppedAnswer = integers(object[QLatin1String("stoppedAnswer")]);
    run.stoppedSteps = object[QLatin1String("stoppedSteps")].toInt();
    return run;
}

bool contains(const std::vector<int>& values, int value)
{
    return std::find(values.begin(), values.end(), value) != values.end();
}

} // namespace

double ReferenceStep::margin(const StepTrace& ours) const
{
    double margin = 0;
    double surestThatWeLeft = -1e300;
    for (size_t i = 0; i < committed.positions.size(); ++i) {
        const auto place = std::find(ours.positions.begin(), ours.positions.end(), committed.positions[i]);
        if (place == ours.positions.end())
            surestThatWeLeft = std::max(surestThatWeLeft, logConfidences[i]);
        else if (ours.ids[size_t(place - ours.positions.begin())] != committed.ids[i])
            margin = std::max(margin, tokenGaps[i]);
    }
    for (const int position : ours.positions) {
        if (contains(committed.positions, position) || left.empty())
            continue;
        const auto theirs = std::find_if(left.begin(), left.end(), [&](const auto& l) { return l.first == position; });
        margin = std::max(margin, surestThatWeLeft - (theirs != left.end() ? *theirs : left.back()).second);
    }
    return margin;
}

QByteArray ReferenceRun::name() const
{
    return QStringLiteral("gen %1, block %2, steps %3, cfg %4, prompt of %5")
        .arg(genLength)
        .arg(blockLength)
        .arg(steps)
        .arg(cfgScale)
        .arg(prompt.size())
        .toUtf8();
}

Result<GenerationGolden> readGenerationGolden(const QByteArray& model)
{
    QFile file(QStringLiteral(LACUNA_SOURCE_DIR "/tests/data/parity/%1.generation.json").arg(QString::fromUtf8(model)));
    if (!file.open(QIODevice::ReadOnly))
        return failure(Error::Code::Io, file.fileName() + QStringLiteral(": ") + file.errorString());
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    GenerationGolden golden;
    golden.sha256 = object[QLatin1String("sha256")].toString().toUtf8();
    golden.spread = object[QLatin1String("otherBackend")][QLatin1String("rms")].toDouble();
    for (const QJsonValue run : object[QLatin1String("runs")].toArray())
        golden.runs.push_back(toRun(run.toObject()));
    if (golden.runs.empty())
        return failure(Error::Code::Malformed, file.fileName() + QStringLiteral(" holds no runs"));
    return golden;
}

} // namespace lacuna::support
