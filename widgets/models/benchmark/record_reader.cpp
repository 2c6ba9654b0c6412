// SPDX-License-Identifier: GPL-3.0-or-later
// Reading records back: what the program exported, perhaps edited since.
#include "widgets/models/benchmark/record_json.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace lacuna::benchmark {

namespace {

// far above what the program makes; they keep a strange file from taking the memory or the screen
constexpr qsizetype MostRecords = 1000;
constexpr qsizetype MostTextLength = 2000;

/// The fields of a JSON object as numbers and texts that are safe to use.
class Fields {
public:
    explicit Fields(const QJsonValue& value)
        : m_object(value.toObject())
    {
    }

    QJsonValue value(const char* key) const { return m_object.value(QLatin1String(key)); }
    QString text(const char* key) const { return value(key).toString().left(MostTextLength); }
    bool flag(const char* key, bool otherwise) const { return value(key).toBool(otherwise); }
    int integer(const char* key) const { return std::max(0, value(key).toInt()); }
    quint64 count(const char* key) const { return quint64(std::max<qint64>(0, value(key).toInteger())); }
    double number(const char* key) const { return std::max(0.0, value(key).toDouble()); }
    QJsonArray array(const char* key) const { return value(key).toArray(); }

    template<typename T>
    std::optional<T> optional(const char* key) const
    {
        const double found = value(key).toDouble(-1);
        return found >= 0 && found < 1e18 ? std::optional(T(found)) : std::nullopt;
    }

private:
    QJsonObject m_object;
};

AppInfo appFrom(const Fields& fields)
{
    return {fields.text("version"), fields.text("build_commit"), fields.text("compiler"), fields.text("flags")};
}

MachineInfo machineFrom(const Fields& fields)
{
    MachineInfo machine;
    machine.cpu = fields.text("cpu_info");
    machine.cores = fields.integer("cores");
    machine.logicalProcessors = fields.integer("logical_processors");
    machine.isa = fields.text("isa");
    machine.memoryTotal = fields.optional<quint64>("memory_total");
    machine.memoryAvailable = fields.optional<quint64>("memory_available");
    machine.os = fields.text("os");
    machine.governor = fields.text("governor");
    machine.loadAverage = fields.optional<double>("load_average");
    machine.busyBefore = fields.optional<double>("busy_before");
    machine.power = fields.text("power");
    return machine;
}

ModelInfo modelFrom(const Fields& fields)
{
    ModelInfo model;
    model.fileName = fields.text("model_filename");
    model.sha256 = fields.text("sha256");
    model.architecture = fields.text("architecture");
    model.parameters = fields.count("model_n_params");
    model.bytes = fields.count("model_size");
    model.fileBytes = fields.count("file_size");
    model.bitsPerWeight = fields.number("bits_per_weight");
    const QJsonArray types = fields.array("type_mix");
    for (const auto value : types) {
        const Fields type(value);
        model.typeMix.push_back(
            {type.text("type"), type.count("tensors"), type.count("parameters"), type.count("bytes")});
    }
    return model;
}

Settings settingsFrom(const Fields& fields)
{
    Settings settings;
    settings.test = fields.text("test");
    settings.threads = fields.integer("n_threads");
    settings.prompt = fields.text("prompt");
    settings.promptTokens = fields.integer("n_prompt");
    settings.genLength = fields.integer("n_gen");
    settings.blockLength = fields.integer("block_length");
    settings.steps = fields.integer("steps");
    settings.mode = fields.text("mode");
    settings.temperature = fields.number("temperature");
    settings.cfgScale = fields.number("cfg_scale");
    settings.remasking = fields.text("remasking");
    settings.stopAtEnd = fields.flag("stop_at_end", false);
    settings.seed = fields.text("seed").toULongLong();
    settings.warmups = fields.integer("n_warmups");
    settings.runs = fields.integer("n_runs");
    return settings;
}

Run runFrom(const Fields& fields)
{
    Run run;
    run.complete = fields.flag("complete", true);
    run.loadMs = fields.number("load_ms");
    run.firstStepMs = fields.number("first_step_ms");
    run.totalMs = fields.number("total_ms");
    run.visibleTokens = fields.integer("visible_tokens");
    run.forwards = fields.integer("forwards");
    run.rows = qint64(fields.count("rows"));
    run.peakMemory = fields.optional<quint64>("peak_memory");
    run.busyOthers = fields.optional<double>("busy_others");
    const QJsonArray steps = fields.array("steps");
    for (const auto value : steps) {
        const Fields step(value);
        Step& read = run.steps.emplace_back();
        read.forwardMs = step.number("forward_ms");
        read.samplingMs = step.number("sampling_ms");
        read.rows = step.integer("rows");
        read.forwards = step.integer("forwards");
        const QJsonArray busy = step.array("busy");
        for (const auto fraction : busy)
            read.busy.push_back(float(std::clamp(fraction.toDouble(), 0.0, 1.0)));
    }
    return run;
}

std::vector<Run> runsFrom(const QJsonArray& array)
{
    std::vector<Run> runs;
    for (const auto value : array)
        runs.push_back(runFrom(Fields(value)));
    return runs;
}

Peer peerFrom(const Fields& fields)
{
    Peer peer;
    peer.name = fields.text("name");
    peer.command = fields.text("command");
    peer.version = fields.text("version");
    peer.threads = fields.optional<int>("n_threads");
    peer.rows = fields.optional<int>("rows");
    const QJsonArray groups = fields.array("samples_ms");
    for (const auto group : groups) {
        std::vector<double>& samples = peer.samplesMs.emplace_back();
        const QJsonArray values = group.toArray();
        for (const auto value : values)
            samples.push_back(std::max(0.0, value.toDouble()));
    }
    return peer;
}

std::vector<Notice> noticesFrom(const QJsonArray& array)
{
    std::vector<Notice> notices;
    for (const auto value : array) {
        const Fields fields(value);
        const QString name = fields.text("kind");
        for (int kind = 0; kind <= int(Notice::Kind::PeerDiffers); ++kind) {
            if (noticeKindName(Notice::Kind(kind)) == name)
                notices.push_back({Notice::Kind(kind), fields.number("value"), fields.text("subject")});
        }
    }
    return notices;
}

Record recordFrom(const Fields& fields)
{
    Record record;
    record.time = QDateTime::fromString(fields.text("test_time"), Qt::ISODate).toUTC();
    record.app = appFrom(Fields(fields.value("app")));
    record.machine = machineFrom(Fields(fields.value("machine")));
    record.model = modelFrom(Fields(fields.value("model")));
    record.settings = settingsFrom(Fields(fields.value("settings")));
    record.warmups = runsFrom(fields.array("warmups"));
    record.runs = runsFrom(fields.array("runs"));
    const QJsonArray peers = fields.array("peers");
    for (const auto peer : peers)
        record.peers.push_back(peerFrom(Fields(peer)));
    record.notices = noticesFrom(fields.array("notices"));
    return record;
}

tl::unexpected<Error> malformed(const QString& sentence, const QString& name)
{
    return failure(Error::Code::Malformed, sentence, std::nullopt, name);
}

QString tr(const char* source)
{
    return QCoreApplication::translate("Benchmark", source);
}

} // namespace

Result<std::vector<Record>> recordsFromJson(const QByteArray& json, const QString& name)
{
    QJsonParseError parsing;
    const QJsonDocument document = QJsonDocument::fromJson(json, &parsing);
    if (document.isNull())
        return malformed(
            tr("%1 is not JSON (%2, at byte %3). Measurements come from JSON files that this program has exported; "
               "choose such a file.")
                .arg(name, parsing.errorString(), QString::number(parsing.offset)),
            name);
    const QJsonArray array = document.isArray() ? document.array() : QJsonArray {document.object()};
    if (array.isEmpty() || array.size() > MostRecords)
        return malformed(tr("%1 holds no measurements; choose a file that this program has exported.").arg(name), name);
    std::vector<Record> records;
    for (const auto value : array) {
        const Fields fields(value);
        const int version = fields.value("schema_version").toInt(-1);
        if (version > SchemaVersion)
            return malformed(tr("%1 was written by a newer version of the program; update this one.").arg(name), name);
        if (version != SchemaVersion || !fields.value("settings").isObject() || !fields.value("runs").isArray())
            return malformed(
                tr("%1 holds no measurement of this program; choose a JSON file that it has exported.").arg(name),
                name);
        records.push_back(recordFrom(fields));
    }
    return records;
}

} // namespace lacuna::benchmark
