// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of widgets/chat completes it.

#include "diffusion/generator.h"

#include <QJsonObject>
#include <QString>

namespace lacuna::models {

/// What a person can set for an answer; defaults are the program's. Values out of range are corrected visibly, never
/// asserted.
struct GenerationSettings {
    int genLength = 128; ///< answer length in tokens
    int blockLength = 32;
    int steps = 128;
    double temperature = 0;
    double cfgScale = 0;
    diffusion::Remasking remasking = diffusion::Remasking::LowConfidence;
    bool useThreshold = false; ///< the named mode "confidence threshold"
    double threshold = 0.9;
    bool stopAtEnd = true;
    quint64 seed = 0;
    int threads = 0; ///< 0: as many as physical cores
    QString systemPrompt;

    bool operator==(const GenerationSettings&) const = default;
    QJsonObject toJson() const;
    static GenerationSettings fromJson(const QJsonObject& json); ///< tolerant: unknown or bad fields give the default
};

} // namespace lacuna::models
