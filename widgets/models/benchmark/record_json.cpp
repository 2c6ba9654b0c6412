// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/benchmark/record_json.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>

namespace lacuna::benchmark {

namespace {

/// A number without the digits that mean nothing; ten-thousandths of a millisecond are a tenth of a microsecond.
double rounded(double value)
{
    return std::round(value * 1e4) / 1e4;
}

template<typename T>
QJsonValue orNull(const std::optional<T>& value)
{
    return value ? QJsonValue(rounded(double(*value))) : QJsonValue(QJsonValue::Null);
}

QJsonValue orNull(const QString& text)
{
    return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text);
}

QJsonValue toJson(const std::optional<Estimate>& estimate)
{
    if (!estimate)
        return QJsonValue::Null;
    return QJsonObject {{QStringLiteral("median"), rounded(estimate->median)},
                        {QStringLiteral("p95"), rounded(estimate->p95)},
                        {QStringLiteral("mad"), rounded(estimate->mad)},
                        {QStringLiteral("spread"), rounded(estimate->spread)}};
}

QJsonObject toJson(const AppInfo& app)
{
    return {{QStringLiteral("version"), app.version},
            {QStringLiteral("build_commit"), orNull(app.commit)},
            {QStringLiteral("compiler"), app.compiler},
            {QStringLiteral("flags"), app.flags}};
}

QJsonObject toJson(const MachineInfo& machine)
{
    return {{QStringLiteral("cpu_info"), machine.cpu},
            {QStringLiteral("cores"), machine.cores},
            {QStringLiteral("logical_processors"), machine.logicalProcessors},
            {QStringLiteral("isa"), machine.isa},
            {QStringLiteral("memory_total"), orNull(machine.memoryTotal)},
            {QStringLiteral("memory_available"), orNull(machine.memoryAvailable)},
            {QStringLiteral("os"), machine.os},
            {QStringLiteral("governor"), orNull(machine.governor)},
            {QStringLiteral("load_average"), orNull(machine.loadAverage)},
            {QStringLiteral("busy_before"), orNull(machine.busyBefore)},
            {QStringLiteral("power"), orNull(machine.power)}};
}

QJsonObject toJson(const ModelInfo& model)
{
    QJsonArray types;
    for (const TypeCount& count : model.typeMix)
        types.append(QJsonObject {{QStringLiteral("type"), count.type},
                                  {QStringLiteral("tensors"), qint64(count.tensors)},
                                  {QStringLiteral("parameters"), qint64(count.parameters)},
                                  {QStringLiteral("bytes"), qint64(count.bytes)}});
    return {{QStringLiteral("model_filename"), model.fileName},
            {QStringLiteral("sha256"), model.sha256},
            {QStringLiteral("architecture"), model.architecture},
            {QStringLiteral("model_n_params"), qint64(model.parameters)},
            {QStringLiteral("model_size"), qint64(model.bytes)},
            {QStringLiteral("file_size"), qint64(model.fileBytes)},
            {QStringLiteral("type_mix"), types},
            {QStringLiteral("bits_per_weight"), rounded(model.bitsPerWeight)}};
}

QJsonObject toJson(const Settings& settings)
{
    return {{QStringLiteral("test"), settings.test},
            {QStringLiteral("n_threads"), settings.threads},
            {QStringLiteral("prompt"), settings.prompt},
            {QStringLiteral("n_prompt"), settings.promptTokens},
            {QStringLiteral("n_gen"), settings.genLength},
            {QStringLiteral("block_length"), settings.blockLength},
            {QStringLiteral("steps"), settings.steps},
            {QStringLiteral("mode"), settings.mode},
            {QStringLiteral("temperature"), settings.temperature},
            {QStringLiteral("cfg_scale"), settings.cfgScale},
            {QStringLiteral("remasking"), settings.remasking},
            {QStringLiteral("stop_at_end"), settings.stopAtEnd},
            {QStringLiteral("seed"), QString::number(settings.seed)}, // 64 bits are too many for JSON numbers
            {QStringLiteral("n_warmups"), settings.warmups},
            {QStringLiteral("n_runs"), settings.runs}};
}

QJsonObject toJson(const Step& step)
{
    QJsonArray busy;
    for (const float fraction : step.busy)
        busy.append(rounded(double(fraction)));
    return {{QStringLiteral("forward_ms"), rounded(step.forwardMs)},
            {QStringLiteral("sampling_ms"), rounded(step.samplingMs)},
            {QStringLiteral("rows"), step.rows},
            {QStringLiteral("forwards"), step.forwards},
            {QStringLiteral("busy"), busy}};
}

QJsonArray toJson(const std::vector<Run>& runs)
{
    QJsonArray array;
    for (const Run& run : runs) {
        QJsonArray steps;
        for (const Step& step : run.steps)
            steps.append(toJson(step));
        array.append(QJsonObject {{QStringLiteral("complete"), run.complete},
                                  {QStringLiteral("load_ms"), rounded(run.loadMs)},
                                  {QStringLiteral("first_step_ms"), rounded(run.firstStepMs)},
                                  {QStringLiteral("total_ms"), rounded(run.totalMs)},
                                  {QStringLiteral("visible_tokens"), run.visibleTokens},
                                  {QStringLiteral("forwards"), run.forwards},
                                  {QStringLiteral("rows"), run.rows},
                                  {QStringLiteral("peak_memory"), orNull(run.peakMemory)},
                                  {QStringLiteral("busy_others"), orNull(run.busyOthers)},
                                  {QStringLiteral("steps"), steps}});
    }
    return array;
}

QJsonObject toJson(const Peer& peer)
{
    QJsonArray groups;
    for (const std::vector<double>& group : peer.samplesMs) {
        QJsonArray samples;
        for (const double ms : group)
            samples.append(rounded(ms));
        groups.append(samples);
    }
    return {{QStringLiteral("name"), peer.name},
            {QStringLiteral("command"), peer.command},
            {QStringLiteral("version"), orNull(peer.version)},
            {QStringLiteral("n_threads"), orNull(peer.threads)},
            {QStringLiteral("rows"), orNull(peer.rows)},
            {QStringLiteral("samples_ms"), groups},
            {QStringLiteral("step_ms"), toJson(peerStepMs(peer))}};
}

QJsonObject toJson(const Notice& notice)
{
    return {{QStringLiteral("kind"), noticeKindName(notice.kind)},
            {QStringLiteral("value"), rounded(notice.value)},
            {QStringLiteral("subject"), notice.subject}};
}

template<typename T>
QJsonArray arrayOf(const std::vector<T>& values)
{
    QJsonArray array;
    for (const T& value : values)
        array.append(toJson(value));
    return array;
}

} // namespace

QString noticeKindName(Notice::Kind kind)
{
    static const char* const names[] = {"busy",        "battery",     "throttled",   "slowing",
                                        "wide_spread", "interrupted", "peer_differs"};
    return QString::fromLatin1(names[int(kind)]);
}

QJsonObject toJson(const Record& record)
{
    const Summary summary = summarise(record);
    return {{QStringLiteral("schema_version"), SchemaVersion},
            {QStringLiteral("test_time"), record.time.toUTC().toString(Qt::ISODate)},
            {QStringLiteral("app"), toJson(record.app)},
            {QStringLiteral("machine"), toJson(record.machine)},
            {QStringLiteral("model"), toJson(record.model)},
            {QStringLiteral("settings"), toJson(record.settings)},
            {QStringLiteral("warmups"), toJson(record.warmups)},
            {QStringLiteral("runs"), toJson(record.runs)},
            {QStringLiteral("summary"),
             QJsonObject {{QStringLiteral("step_ms"), toJson(summary.stepMs)},
                          {QStringLiteral("forward_ms"), toJson(summary.forwardMs)},
                          {QStringLiteral("sampling_ms"), toJson(summary.samplingMs)},
                          {QStringLiteral("first_step_ms"), toJson(summary.firstStepMs)},
                          {QStringLiteral("total_ms"), toJson(summary.totalMs)},
                          {QStringLiteral("visible_tokens_per_second"), toJson(summary.visibleTokensPerSecond)},
                          {QStringLiteral("steps_per_second"), toJson(summary.stepsPerSecond)}}},
            {QStringLiteral("peers"), arrayOf(record.peers)},
            {QStringLiteral("notices"), arrayOf(record.notices)}};
}

QByteArray recordsToJson(const std::vector<Record>& records)
{
    if (records.size() == 1)
        return QJsonDocument(toJson(records.front())).toJson();
    return QJsonDocument(arrayOf(records)).toJson();
}

} // namespace lacuna::benchmark
