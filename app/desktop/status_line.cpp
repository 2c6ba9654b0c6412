// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/status_line.h"

#include "runtime/thread_pool.h"
#include "widgets/models/formatting.h"

#include <QLabel>
#include <QStatusBar>

namespace lacuna::app {

namespace {

QString stateText(EngineController::State state)
{
    switch (state) {
    case EngineController::State::NoModel:
        return StatusLine::tr("No model");
    case EngineController::State::Loading:
        return StatusLine::tr("Loading");
    case EngineController::State::Ready:
        return StatusLine::tr("Ready");
    case EngineController::State::Generating:
        return StatusLine::tr("Denoising");
    case EngineController::State::Stopping:
        return StatusLine::tr("Stopping");
    }
    return {};
}

} // namespace

StatusLine::StatusLine(QStatusBar* bar)
    : QObject(bar)
    , m_model(addPart(bar, tr("Model")))
    , m_memory(addPart(bar, tr("Memory")))
    , m_threads(addPart(bar, tr("Threads")))
    , m_state(addPart(bar, tr("State")))
{
    clearModel();
    setThreads(0);
    setState(EngineController::State::NoModel);
}

QLabel* StatusLine::addPart(QStatusBar* bar, const QString& name)
{
    auto label = new QLabel(bar);
    label->setAccessibleName(name);
    label->setToolTip(name);
    label->setTextFormat(Qt::PlainText);
    label->setContentsMargins(6, 0, 6, 0);
    bar->addPermanentWidget(label);
    return label;
}

void StatusLine::setModel(const LoadedModel& model)
{
    const QString name = m_model->fontMetrics().elidedText(model.name, Qt::ElideMiddle, 320);
    m_model->setText(name);
    m_model->show();
    m_model->setToolTip(models::plainToolTip(model.path));
    m_memory->setText(tr("needs %1").arg(models::formatBytes(model.memoryBytes)));
    m_memory->show();
}

void StatusLine::clearModel()
{
    m_model->hide(); // the state tells that there is none
    m_memory->hide();
}

void StatusLine::setThreads(int threads)
{
    m_threads->setText(tr("threads: %1").arg(threads > 0 ? threads : runtime::physicalCores()));
}

void StatusLine::setState(EngineController::State state)
{
    m_state->setText(stateText(state));
}

} // namespace lacuna::app
