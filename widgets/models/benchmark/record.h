// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/benchmark/statistics.h"

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace lacuna::benchmark {

/// What was measured with.
struct AppInfo {
    QString version;
    QString commit; ///< of the source, "-dirty" behind it where that was changed; empty: not known
    QString compiler; ///< "GNU 12.2.0"
    QString flags; ///< of the compiler, without folders
};

/// What was measured on; nothing that tells whose machine it is.
struct MachineInfo {
    QString cpu;
    int cores = 0; ///< physical ones that the program may use
    int logicalProcessors = 0;
    QString isa; ///< the instruction set that the kernels used, as LACUNA_ISA spells it
    std::optional<quint64> memoryTotal; ///< bytes
    std::optional<quint64> memoryAvailable; ///< bytes, before the start
    QString os;
    QString governor; ///< of the processor's clock; empty where the system does not say
    std::optional<double> loadAverage; ///< of the last minute, before the start
    std::optional<double> busyBefore; ///< processors that other programs kept busy just before the start
    QString power; ///< "mains", "battery"; empty where the system does not say
};

struct TypeCount {
    QString type; ///< "Q4_K"
    quint64 tensors = 0;
    quint64 parameters = 0;
    quint64 bytes = 0;
};

struct ModelInfo {
    QString fileName; ///< without folders
    QString sha256; ///< hexadecimal; of a split model one a part, separated by commas
    QString architecture;
    quint64 parameters = 0;
    quint64 bytes = 0; ///< of all tensors
    quint64 fileBytes = 0;
    std::vector<TypeCount> typeMix; ///< the largest in bytes first
    double bitsPerWeight = 0;
};

/// What was done, in the end: as the engine read it.
struct Settings {
    QString test; ///< "protocol": a whole answer; "rows": a canvas of so many rows, step after step
    int threads = 0;
    QString prompt; ///< "standard": the question of the protocol; "filler": a fixed text of so many tokens; "custom"
    int promptTokens = 0;
    int genLength = 128;
    int blockLength = 32;
    int steps = 32;
    QString mode; ///< "exact", or what traded exactness for speed
    double temperature = 0;
    double cfgScale = 0;
    QString remasking; ///< "low_confidence", "random"
    bool stopAtEnd = false;
    quint64 seed = 0;
    int warmups = 1; ///< runs that were asked for, before those that count
    int runs = 3; ///< that were asked for

    int rows() const { return promptTokens + genLength; } ///< of the canvas
    bool operator==(const Settings&) const = default;
};

/// The published protocol: answer 128, block 32, steps 32, to the end of the canvas; three runs after one to warm up.
Settings protocolSettings();
/// A canvas of so many rows (≥ 1), eight steps a run: what a denoising step costs, whatever the model answers.
Settings rowsSettings(int rows);

struct Step {
    double forwardMs = 0;
    double samplingMs = 0;
    int rows = 0; ///< through the transformer
    int forwards = 1;
    std::vector<float> busy; ///< of each thread: busy time / step time
    double ms() const { return forwardMs + samplingMs; }
};

struct Run {
    bool complete = true; ///< false: stopped half-way; then only its steps count
    double loadMs = 0; ///< opening the model, once for all runs of a record
    double firstStepMs = 0; ///< from the start of the generation
    double totalMs = 0; ///< of the generation
    int visibleTokens = 0; ///< tokens of the text that a reader sees
    int forwards = 0;
    qint64 rows = 0;
    std::optional<quint64> peakMemory; ///< most bytes of physical memory that the process has held up to its end
    std::optional<double> busyOthers; ///< processors that other programs kept busy meanwhile; not for short runs
    std::vector<Step> steps;
};

/// Another engine, measured in alternation with our runs.
struct Peer {
    QString name; ///< "llama-bench"
    QString command; ///< without folders
    QString version; ///< what it says about itself; may be empty
    std::optional<int> threads; ///< as it says
    std::optional<int> rows; ///< through its transformer in a step, as it says
    std::vector<std::vector<double>> samplesMs; ///< milliseconds of a step, one group a call
};

/// Something that a reader must know to judge the figures.
struct Notice {
    enum class Kind {
        Busy, ///< value: processors that other programs used
        Battery,
        Throttled, ///< value: times that the processor slowed down against heat
        Slowing, ///< value: how much slower the last run's steps were than the first one's
        WideSpread, ///< value: relative spread of a step's time
        Interrupted,
        PeerDiffers, ///< subject: in what, in words
    };
    Kind kind = Kind::Busy;
    double value = 0;
    QString subject;
};

struct Record {
    QDateTime time; ///< of the start, UTC
    AppInfo app;
    MachineInfo machine;
    ModelInfo model;
    Settings settings;
    std::vector<Run> warmups; ///< not counted
    std::vector<Run> runs;
    std::vector<Peer> peers;
    std::vector<Notice> notices;
};

/// The figures of a record; nothing where no run gave any.
struct Summary {
    std::optional<Estimate> stepMs; ///< forward and sampling
    std::optional<Estimate> forwardMs;
    std::optional<Estimate> samplingMs;
    std::optional<Estimate> firstStepMs;
    std::optional<Estimate> totalMs;
    std::optional<Estimate> visibleTokensPerSecond;
    std::optional<Estimate> stepsPerSecond;
};

/// Over the counted runs.
Summary summarise(const Record& record);
/// Milliseconds of a step of the peer.
std::optional<Estimate> peerStepMs(const Peer& peer);

} // namespace lacuna::benchmark
