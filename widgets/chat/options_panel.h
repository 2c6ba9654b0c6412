// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/vertical_scroll_area.h"
#include "widgets/models/generation_settings.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace lacuna::widgets {

class OptionHint;

/// All that an answer can be made with, each with a line that explains it. Combinations that make no sense are
/// corrected visibly: the line below an option that was changed says so, and why.
class OptionsPanel : public VerticalScrollArea {
    Q_OBJECT
public:
    explicit OptionsPanel(QWidget* parent = nullptr);

    models::GenerationSettings settings() const;
    void setSettings(const models::GenerationSettings& settings);

Q_SIGNALS:
    void settingsChanged(const lacuna::models::GenerationSettings& settings);

private:
    void buildLengths(QFormLayout* form);
    void buildSampling(QFormLayout* form);
    void buildOthers(QFormLayout* form);
    OptionHint* addRow(QFormLayout* form, const QString& label, QWidget* field, const QString& explanation);
    void addField(QFormLayout* form, const QString& label, QWidget* field);
    void edited();
    void correct();

    bool m_filling = false; ///< by setSettings(): not the user's doing
    QSpinBox* m_genLength;
    QSpinBox* m_blockLength;
    QSpinBox* m_steps;
    QDoubleSpinBox* m_temperature;
    QDoubleSpinBox* m_cfgScale;
    QComboBox* m_remasking;
    QCheckBox* m_useThreshold;
    QDoubleSpinBox* m_threshold;
    QCheckBox* m_stopAtEnd;
    QLineEdit* m_seed;
    QSpinBox* m_threads;
    QPlainTextEdit* m_systemPrompt;
    OptionHint* m_blockLengthHint = nullptr;
    OptionHint* m_stepsHint = nullptr;
};

} // namespace lacuna::widgets
