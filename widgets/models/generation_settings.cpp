// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/generation_settings.h"

namespace lacuna::models {

using diffusion::Remasking;

QJsonObject GenerationSettings::toJson() const
{
    return {
        {QStringLiteral("gen_length"), genLength},
        {QStringLiteral("block_length"), blockLength},
        {QStringLiteral("steps"), steps},
        {QStringLiteral("temperature"), temperature},
        {QStringLiteral("cfg_scale"), cfgScale},
        {QStringLiteral("remasking"),
         remasking == Remasking::Random ? QStringLiteral("random") : QStringLiteral("low_confidence")},
        {QStringLiteral("use_threshold"), useThreshold},
        {QStringLiteral("threshold"), threshold},
        {QStringLiteral("stop_at_end"), stopAtEnd},
        {QStringLiteral("seed"), QString::number(seed)}, // JSON numbers are doubles: 64 bits would not survive
        {QStringLiteral("threads"), threads},
        {QStringLiteral("system_prompt"), systemPrompt},
    };
}

GenerationSettings GenerationSettings::fromJson(const QJsonObject& json)
{
    GenerationSettings s;
    const auto value = [&json](const char* key) {
        return json.value(QLatin1String(key));
    };
    s.genLength = value("gen_length").toInt(s.genLength);
    s.blockLength = value("block_length").toInt(s.blockLength);
    s.steps = value("steps").toInt(s.steps);
    s.temperature = value("temperature").toDouble(s.temperature);
    s.cfgScale = value("cfg_scale").toDouble(s.cfgScale);
    if (value("remasking").toString() == QLatin1String("random"))
        s.remasking = Remasking::Random;
    s.useThreshold = value("use_threshold").toBool(s.useThreshold);
    s.threshold = value("threshold").toDouble(s.threshold);
    s.stopAtEnd = value("stop_at_end").toBool(s.stopAtEnd);
    s.seed = value("seed").toString().toULongLong();
    s.threads = value("threads").toInt(s.threads);
    s.systemPrompt = value("system_prompt").toString();
    return s;
}

} // namespace lacuna::models
