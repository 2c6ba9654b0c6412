// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/options_panel.h"

#include "runtime/thread_pool.h"
#include "widgets/chat/option_hint.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace lacuna::widgets {

using models::GenerationSettings;

namespace {

constexpr int MostTokens = 4096;

QSpinBox* intField(int least, int most, const QString& name)
{
    auto field = new QSpinBox;
    field->setRange(least, most);
    field->setObjectName(name);
    field->setKeyboardTracking(false);
    return field;
}

QDoubleSpinBox* realField(double least, double most, double step, const QString& name)
{
    auto field = new QDoubleSpinBox;
    field->setRange(least, most);
    field->setSingleStep(step);
    field->setDecimals(2);
    field->setObjectName(name);
    field->setKeyboardTracking(false);
    return field;
}

/// The name of a field. An underlined letter takes a word's kerning away, and it gets wider than QLabel reckons.
class FieldLabel : public QLabel {
public:
    using QLabel::QLabel;

    QSize sizeHint() const override { return QLabel::sizeHint() + QSize(fontMetrics().averageCharWidth(), 0); }
    QSize minimumSizeHint() const override { return sizeHint(); }
};

} // namespace

OptionsPanel::OptionsPanel(QWidget* parent)
    : VerticalScrollArea(parent)
    , m_genLength(intField(1, MostTokens, QStringLiteral("genLengthSpinBox")))
    , m_blockLength(intField(1, MostTokens, QStringLiteral("blockLengthSpinBox")))
    , m_steps(intField(1, MostTokens, QStringLiteral("stepsSpinBox")))
    , m_temperature(realField(0, 5, 0.1, QStringLiteral("temperatureSpinBox")))
    , m_cfgScale(realField(0, 10, 0.5, QStringLiteral("cfgScaleSpinBox")))
    , m_remasking(new QComboBox)
    , m_useThreshold(new QCheckBox(tr("Commit all above a &confidence")))
    , m_threshold(realField(0.01, 1, 0.05, QStringLiteral("thresholdSpinBox")))
    , m_stopAtEnd(new QCheckBox(tr("Stop at the &end of the answer")))
    , m_seed(new QLineEdit)
    , m_threads(intField(0, 512, QStringLiteral("threadsSpinBox")))
    , m_systemPrompt(new QPlainTextEdit)
{
    auto content = new QWidget;
    auto form = new QFormLayout(content);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(4);
    buildLengths(form);
    buildSampling(form);
    buildOthers(form);
    auto reset = new QPushButton(tr("&Reset to defaults"));
    reset->setObjectName(QStringLiteral("resetOptionsButton"));
    reset->setToolTip(tr("Sets every option of this model back to what it was at first"));
    form->addRow(reset);
    setWidget(content);

    connect(reset, &QPushButton::clicked, this, [this] {
        setSettings({});
        Q_EMIT settingsChanged(settings());
    });
    for (QSpinBox* field : {m_genLength, m_blockLength, m_steps, m_threads})
        connect(field, &QSpinBox::valueChanged, this, &OptionsPanel::edited);
    for (QDoubleSpinBox* field : {m_temperature, m_cfgScale, m_threshold})
        connect(field, &QDoubleSpinBox::valueChanged, this, &OptionsPanel::edited);
    for (QCheckBox* field : {m_useThreshold, m_stopAtEnd})
        connect(field, &QCheckBox::toggled, this, &OptionsPanel::edited);
    connect(m_remasking, &QComboBox::currentIndexChanged, this, &OptionsPanel::edited);
    connect(m_seed, &QLineEdit::editingFinished, this, &OptionsPanel::edited);
    connect(m_systemPrompt, &QPlainTextEdit::textChanged, this, &OptionsPanel::edited);
    setSettings({});
}

OptionHint* OptionsPanel::addRow(QFormLayout* form, const QString& label, QWidget* field, const QString& explanation)
{
    auto hint = new OptionHint(field, explanation);
    if (label.isEmpty())
        form->addRow(field);
    else
        addField(form, label, field);
    form->addRow(hint);
    return hint;
}

/// Without an explanation.
void OptionsPanel::addField(QFormLayout* form, const QString& label, QWidget* field)
{
    auto name = new FieldLabel(label);
    name->setBuddy(field);
    field->setSizePolicy(QSizePolicy::Expanding, field->sizePolicy().verticalPolicy());
    form->addRow(name, field);
}

void OptionsPanel::buildLengths(QFormLayout* form)
{
    addRow(form, tr("Answer &length"), m_genLength,
           tr("Tokens on the canvas. Shorter is faster; too long invites repetition."));
    m_blockLengthHint =
        addRow(form, tr("&Block length"), m_blockLength,
               tr("Tokens that are denoised together, block after block. 32 suits chat; 8 is more careful."));
    m_blockLengthHint->setObjectName(QStringLiteral("blockLengthHint"));
    m_stepsHint = addRow(form, tr("&Steps"), m_steps,
                         tr("Forward passes for the whole answer. As many as tokens is best, fewer is faster."));
    m_stepsHint->setObjectName(QStringLiteral("stepsHint"));
}

void OptionsPanel::buildSampling(QFormLayout* form)
{
    m_remasking->addItems({tr("Low confidence"), tr("Random")}); // in the order of diffusion::Remasking
    m_remasking->setObjectName(QStringLiteral("remaskingComboBox"));
    m_threshold->setAccessibleName(tr("Confidence threshold"));
    m_useThreshold->setObjectName(QStringLiteral("useThresholdCheckBox"));
    addRow(form, tr("&Temperature"), m_temperature, tr("0 always takes the most probable token; more is more varied."));
    addRow(form, tr("C&FG"), m_cfgScale,
           tr("Classifier-free guidance: holds closer to the prompt, at twice the time. 0 is off."));
    addRow(form, tr("Re&masking"), m_remasking,
           tr("Which positions stay masked: those with the lowest confidence, or random ones."));
    addRow(form, {}, m_useThreshold,
           tr("Faster and no longer exact: a step commits every token of at least this confidence."));
    addField(form, tr("T&hreshold"), m_threshold);
}

void OptionsPanel::buildOthers(QFormLayout* form)
{
    m_seed->setObjectName(QStringLiteral("seedLineEdit"));
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{1,20}")), m_seed));
    m_stopAtEnd->setObjectName(QStringLiteral("stopAtEndCheckBox"));
    m_threads->setSpecialValueText(tr("automatic (%1)").arg(runtime::physicalCores()));
    m_systemPrompt->setObjectName(QStringLiteral("systemPromptEdit"));
    m_systemPrompt->setPlaceholderText(tr("None"));
    m_systemPrompt->setTabChangesFocus(true);
    m_systemPrompt->setFixedHeight(m_systemPrompt->fontMetrics().lineSpacing() * 4);
    addRow(form, {}, m_stopAtEnd, tr("Leaves out the blocks after the one in which the answer ended."));
    addRow(form, tr("See&d"), m_seed,
           tr("The same seed gives the same answer. Matters for temperature and random remasking."));
    addRow(form, tr("Thr&eads"), m_threads, tr("Worker threads. One per physical core is usually best."));
    addRow(form, tr("S&ystem prompt"), m_systemPrompt,
           tr("Stands before the conversation, if the model knows such turns."));
}

GenerationSettings OptionsPanel::settings() const
{
    GenerationSettings s;
    s.genLength = m_genLength->value();
    s.blockLength = m_blockLength->value();
    s.steps = m_steps->value();
    s.temperature = m_temperature->value();
    s.cfgScale = m_cfgScale->value();
    s.remasking = diffusion::Remasking(m_remasking->currentIndex());
    s.useThreshold = m_useThreshold->isChecked();
    s.threshold = m_threshold->value();
    s.stopAtEnd = m_stopAtEnd->isChecked();
    s.seed = m_seed->text().toULongLong(); // more than 64 bits gives 0, which the field then shows
    s.threads = m_threads->value();
    s.systemPrompt = m_systemPrompt->toPlainText();
    return s;
}

void OptionsPanel::setSettings(const GenerationSettings& s)
{
    m_filling = true;
    m_genLength->setValue(s.genLength);
    m_blockLength->setValue(s.blockLength);
    m_steps->setValue(s.steps);
    m_temperature->setValue(s.temperature);
    m_cfgScale->setValue(s.cfgScale);
    m_remasking->setCurrentIndex(int(s.remasking));
    m_useThreshold->setChecked(s.useThreshold);
    m_threshold->setValue(s.threshold);
    m_stopAtEnd->setChecked(s.stopAtEnd);
    m_seed->setText(QString::number(s.seed));
    m_threads->setValue(s.threads);
    if (m_systemPrompt->toPlainText() != s.systemPrompt)
        m_systemPrompt->setPlainText(s.systemPrompt);
    correct();
    m_filling = false;
}

void OptionsPanel::edited()
{
    if (m_filling)
        return;
    m_filling = true; // the corrections below are no edits
    correct();
    m_filling = false;
    Q_EMIT settingsChanged(settings());
}

void OptionsPanel::correct()
{
    QString aboutBlocks;
    QString aboutSteps;
    if (m_blockLength->value() > m_genLength->value()) {
        m_blockLength->setValue(m_genLength->value());
        aboutBlocks = tr("Now %1: a block is no longer than the answer.").arg(m_blockLength->value());
    }
    if (m_steps->value() > m_genLength->value()) {
        m_steps->setValue(m_genLength->value());
        aboutSteps = tr("Now %1: more than one for each token would change nothing.").arg(m_steps->value());
    }
    const int blocks = (m_genLength->value() + m_blockLength->value() - 1) / m_blockLength->value();
    if (m_steps->value() < blocks) {
        m_steps->setValue(blocks);
        aboutSteps = tr("Now %1: each block takes at least one.").arg(blocks);
    }
    m_blockLengthHint->setCorrection(aboutBlocks);
    m_stepsHint->setCorrection(aboutSteps);
    m_seed->setText(QString::number(m_seed->text().toULongLong()));
    m_threshold->setEnabled(m_useThreshold->isChecked());
    m_steps->setEnabled(!m_useThreshold->isChecked()); // the confidences decide how many there are
}

} // namespace lacuna::widgets
