// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/load_bar.h"

#include "widgets/models/formatting.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace lacuna::app {

LoadBar::LoadBar(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QToolButton(this)) // lower than a push button: the status bar is always as high as this
{
    m_cancel->setText(tr("Cancel loading"));
    m_label->setTextFormat(Qt::PlainText);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it must not widen the window
    m_progress->setRange(0, 100);
    m_progress->setAccessibleName(tr("Loading progress"));
    m_progress->setMaximumWidth(240);
    m_cancel->setObjectName(QStringLiteral("cancelLoadButton"));
    connect(m_cancel, &QToolButton::clicked, this, &LoadBar::cancelled);

    auto layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_cancel);
    hide();
}

void LoadBar::setMemory(const QString& path, const MemoryNeed& need)
{
    m_memory = need.available ? tr("needs %1 of memory, %2 are free")
                                    .arg(models::formatBytes(need.needed.total()), models::formatBytes(*need.available))
                              : tr("needs %1 of memory").arg(models::formatBytes(need.needed.total()));
    m_path = path;
    showText();
}

void LoadBar::setProgress(const QString& path, double fraction)
{
    if (fraction <= 0)
        m_memory.clear();
    m_path = path;
    showText();
    m_progress->setValue(int(fraction * 100));
    show();
}

void LoadBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showText();
}

void LoadBar::showText()
{
    const QString name = QFileInfo(m_path).fileName();
    const QString text = m_memory.isEmpty() ? tr("Loading %1 …").arg(name) : tr("Loading %1 … %2").arg(name, m_memory);
    m_label->setText(m_label->fontMetrics().elidedText(text, Qt::ElideMiddle, m_label->width()));
    m_label->setToolTip(models::plainToolTip(text + u'\n' + m_path));
}

} // namespace lacuna::app
