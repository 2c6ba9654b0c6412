// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/answer_archive.h"

#include <QDataStream>
#include <QIODevice>
#include <QJsonArray>
#include <QtEndian>

#include <algorithm>

namespace lacuna::models {

using diffusion::PositionFrame;
using diffusion::PositionState;
using diffusion::StepFrame;

namespace {

constexpr quint32 TraceVersion = 1;
// limits far above what the program makes; they keep a damaged database from taking the memory
constexpr qint32 MostSteps = 1 << 16;
constexpr qint32 MostPositions = 1 << 16;
constexpr qint32 MostThreads = 1 << 12;
constexpr qsizetype MostTraceBytes = 256 << 20;

bool same(const PositionFrame& a, const PositionFrame& b)
{
    if (a.id != b.id || a.state != b.state || a.confidence != b.confidence || a.settledStep != b.settledStep)
        return false;
    for (size_t i = 0; i < a.candidates.size(); ++i) {
        if (a.candidates[i].id != b.candidates[i].id || a.candidates[i].probability != b.candidates[i].probability)
            return false;
    }
    return true;
}

void write(QDataStream& out, const PositionFrame& position)
{
    out << position.id << quint8(position.state) << position.confidence << qint32(position.settledStep);
    for (const diffusion::Candidate& candidate : position.candidates)
        out << candidate.id << candidate.probability;
}

void read(QDataStream& in, PositionFrame& position)
{
    quint8 state = 0;
    qint32 settledStep = -1;
    in >> position.id >> state >> position.confidence >> settledStep;
    position.state = state <= quint8(PositionState::Fixed) ? PositionState(state) : PositionState::Settled;
    position.settledStep = settledStep;
    for (diffusion::Candidate& candidate : position.candidates)
        in >> candidate.id >> candidate.probability;
}

void write(QDataStream& out, const StepFrame& frame, const StepFrame* before)
{
    out << qint32(frame.step) << qint32(frame.steps) << qint32(frame.block) << qint32(frame.blocks)
        << qint32(frame.blockBegin) << qint32(frame.blockEnd) << qint32(frame.promptLength) << frame.forwardMs
        << frame.samplingMs << qint32(frame.rowsComputed) << qint32(frame.forwards);
    out << qint32(frame.busyFractions.size());
    for (const float busy : frame.busyFractions)
        out << busy;
    out << qint32(frame.positions.size());
    for (size_t i = 0; i < frame.positions.size(); ++i) {
        if (before && i < before->positions.size() && same(before->positions[i], frame.positions[i]))
            continue;
        out << qint32(i);
        write(out, frame.positions[i]);
    }
    out << qint32(-1); // end of the changed positions
}

bool read(QDataStream& in, StepFrame& frame, const StepFrame* before)
{
    qint32 ints[9] = {};
    for (int i = 0; i < 7; ++i)
        in >> ints[i];
    in >> frame.forwardMs >> frame.samplingMs >> ints[7] >> ints[8];
    frame.step = ints[0];
    frame.steps = ints[1];
    frame.block = ints[2];
    frame.blocks = ints[3];
    frame.promptLength = ints[6];
    frame.rowsComputed = ints[7];
    frame.forwards = ints[8];

    qint32 threads = 0;
    in >> threads;
    if (threads < 0 || threads > MostThreads)
        return false;
    frame.busyFractions.resize(size_t(threads));
    for (float& busy : frame.busyFractions)
        in >> busy;

    qint32 positions = 0;
    in >> positions;
    if (positions < 0 || positions > MostPositions || in.status() != QDataStream::Ok)
        return false;
    if (before)
        frame.positions = before->positions;
    frame.positions.resize(size_t(positions));
    frame.blockBegin = std::clamp(ints[4], 0, positions);
    frame.blockEnd = std::clamp(ints[5], frame.blockBegin, positions);
    qint32 index = 0;
    for (in >> index; index >= 0 && in.status() == QDataStream::Ok; in >> index) {
        if (index >= positions)
            return false;
        read(in, frame.positions[size_t(index)]);
    }
    return in.status() == QDataStream::Ok;
}

} // namespace

QJsonObject answerToJson(const Answer& answer)
{
    const AnswerFigures& figures = answer.figures;
    return {
        {QStringLiteral("settings"), answer.settings.toJson()},
        {QStringLiteral("model"), answer.modelName},
        {QStringLiteral("mode"), answer.mode},
        {QStringLiteral("notices"), QJsonArray::fromStringList(answer.notices)},
        {QStringLiteral("stopped"), answer.stopped},
        {QStringLiteral("complete"), answer.complete},
        {QStringLiteral("visible_tokens"), figures.visibleTokens},
        {QStringLiteral("forwards"), figures.forwards},
        {QStringLiteral("rows_computed"), figures.rowsComputed},
        {QStringLiteral("first_block_ms"), figures.firstBlockMs},
        {QStringLiteral("total_ms"), figures.totalMs},
    };
}

Answer answerFromJson(const QJsonObject& json)
{
    const auto value = [&json](const char* key) {
        return json.value(QLatin1String(key));
    };
    Answer answer;
    answer.settings = GenerationSettings::fromJson(value("settings").toObject());
    answer.modelName = value("model").toString();
    answer.mode = value("mode").toString();
    const QJsonArray notices = value("notices").toArray();
    for (const auto notice : notices)
        answer.notices.append(notice.toString());
    answer.stopped = value("stopped").toBool();
    answer.figures.visibleTokens = value("visible_tokens").toInt();
    answer.figures.forwards = value("forwards").toInt();
    answer.figures.rowsComputed = value("rows_computed").toInteger();
    answer.figures.firstBlockMs = value("first_block_ms").toDouble();
    answer.figures.totalMs = value("total_ms").toDouble();
    answer.complete = value("complete").toBool(true);
    return answer;
}

QByteArray packTrace(const Answer& answer)
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setVersion(QDataStream::Qt_6_4);
    out.setFloatingPointPrecision(QDataStream::SinglePrecision);
    out << TraceVersion << qint32(answer.pieces.size());
    for (auto piece = answer.pieces.begin(); piece != answer.pieces.end(); ++piece)
        out << piece.key() << piece->bytes << piece->special;
    out << qint32(answer.frames.size());
    const StepFrame* before = nullptr;
    for (const diffusion::StepFramePtr& frame : answer.frames) {
        write(out, *frame, before);
        before = frame.get();
    }
    return qCompress(bytes);
}

bool unpackTrace(const QByteArray& bytes, Answer& answer)
{
    // qUncompress() trusts the size that stands in the first four bytes
    if (bytes.size() < 4 || qFromBigEndian<quint32>(bytes.constData()) > quint32(MostTraceBytes))
        return false;
    const QByteArray plain = qUncompress(bytes);
    QDataStream in(plain);
    in.setVersion(QDataStream::Qt_6_4);
    in.setFloatingPointPrecision(QDataStream::SinglePrecision);
    quint32 version = 0;
    qint32 count = 0;
    in >> version >> count;
    if (version != TraceVersion || count < 0)
        return false;
    Pieces pieces;
    for (qint32 i = 0; i < count && in.status() == QDataStream::Ok; ++i) {
        TokenId id = -1;
        Piece piece;
        in >> id >> piece.bytes >> piece.special;
        pieces.insert(id, piece);
    }
    in >> count;
    if (in.status() != QDataStream::Ok || count < 0 || count > MostSteps)
        return false;
    std::vector<diffusion::StepFramePtr> frames;
    for (qint32 i = 0; i < count; ++i) {
        auto frame = std::make_shared<StepFrame>();
        if (!read(in, *frame, frames.empty() ? nullptr : frames.back().get()))
            return false;
        frames.push_back(std::move(frame));
    }
    answer.pieces = std::move(pieces);
    answer.frames = std::move(frames);
    return true;
}

} // namespace lacuna::models
