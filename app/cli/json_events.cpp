// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/json_events.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace lacuna::cli {

namespace {

QByteArray line(const char* event, QJsonObject fields)
{
    fields.insert(QLatin1String("event"), QLatin1String(event));
    return QJsonDocument(fields).toJson(QJsonDocument::Compact) + '\n';
}

QJsonArray idArray(std::span<const TokenId> ids)
{
    QJsonArray array;
    for (const TokenId id : ids)
        array.append(id);
    return array;
}

/// A float or a time without the digits that mean nothing.
double rounded(double value)
{
    return std::round(value * 1e6) / 1e6;
}

} // namespace

JsonEvents::JsonEvents(const session::ModelSession& session)
    : m_session(session)
{
}

QString JsonEvents::tokenText(TokenId id) const
{
    return QString::fromUtf8(m_session.tokenizer()->piece(id));
}

QByteArray JsonEvents::start(const diffusion::GenerationRequest& request) const
{
    const bool random = request.remasking == diffusion::Remasking::Random;
    return line("start",
                {{QLatin1String("prompt_ids"), idArray(request.prompt)},
                 {QLatin1String("gen_length"), request.genLength},
                 {QLatin1String("block_length"), request.blockLength},
                 {QLatin1String("steps"), request.steps ? QJsonValue(*request.steps) : QJsonValue()},
                 {QLatin1String("temperature"), request.temperature},
                 {QLatin1String("cfg_scale"), request.cfgScale},
                 {QLatin1String("remasking"), random ? QLatin1String("random") : QLatin1String("low_confidence")},
                 {QLatin1String("logits_eos_inf"), request.logitsEosInf},
                 {QLatin1String("confidence_eos_eot_inf"), request.confidenceEosEotInf},
                 {QLatin1String("threshold"), request.threshold ? QJsonValue(*request.threshold) : QJsonValue()},
                 {QLatin1String("stop_at_end"), request.stopAtEnd},
                 {QLatin1String("seed"), QString::number(request.seed)},
                 {QLatin1String("threads"), m_session.threads()}});
}

QByteArray JsonEvents::step(const diffusion::StepFrame& frame) const
{
    QJsonArray ids;
    QJsonArray committed;
    int masks = 0;
    for (size_t i = 0; i < frame.positions.size(); ++i) {
        const diffusion::PositionFrame& position = frame.positions[i];
        ids.append(position.id);
        masks += position.state == diffusion::PositionState::Masked;
        if (position.state != diffusion::PositionState::New)
            continue;
        QJsonArray candidates;
        for (const diffusion::Candidate& candidate : position.candidates) {
            if (candidate.id >= 0)
                candidates.append(QJsonObject {{QLatin1String("id"), candidate.id},
                                               {QLatin1String("text"), tokenText(candidate.id)},
                                               {QLatin1String("probability"), rounded(double(candidate.probability))}});
        }
        committed.append(QJsonObject {{QLatin1String("position"), int(i)},
                                      {QLatin1String("id"), position.id},
                                      {QLatin1String("text"), tokenText(position.id)},
                                      {QLatin1String("confidence"), rounded(double(position.confidence))},
                                      {QLatin1String("candidates"), candidates}});
    }
    QJsonArray busy;
    for (const float fraction : frame.busyFractions)
        busy.append(rounded(double(fraction)));
    return line("step",
                {{QLatin1String("step"), frame.step},
                 {QLatin1String("steps"), frame.steps},
                 {QLatin1String("block"), frame.block},
                 {QLatin1String("blocks"), frame.blocks},
                 {QLatin1String("block_begin"), frame.blockBegin},
                 {QLatin1String("block_end"), frame.blockEnd},
                 {QLatin1String("ids"), ids},
                 {QLatin1String("masks"), masks},
                 {QLatin1String("committed"), committed},
                 {QLatin1String("forward_ms"), rounded(frame.forwardMs)},
                 {QLatin1String("sampling_ms"), rounded(frame.samplingMs)},
                 {QLatin1String("forwards"), frame.forwards},
                 {QLatin1String("rows"), frame.rowsComputed},
                 {QLatin1String("busy"), busy}});
}

QByteArray JsonEvents::end(const diffusion::GenerationResult& result, double seconds) const
{
    return line("end",
                {{QLatin1String("text"), m_session.visibleText(result.answer)},
                 {QLatin1String("ids"), idArray(result.answer)},
                 {QLatin1String("mode"), result.mode},
                 {QLatin1String("stopped"), result.stopped},
                 {QLatin1String("ended_early"), result.endedEarly},
                 {QLatin1String("steps"), result.steps},
                 {QLatin1String("forwards"), result.forwards},
                 {QLatin1String("rows"), result.rowsComputed},
                 {QLatin1String("visible_tokens"), m_session.visibleTokens(result.answer)},
                 {QLatin1String("seconds"), rounded(seconds)},
                 {QLatin1String("notices"), QJsonArray::fromStringList(result.notices)}});
}

} // namespace lacuna::cli
