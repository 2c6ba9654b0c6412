// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/load_bar.h"

#include "widgets/models/formatting.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace lacuna::app {

LoadBar::LoadBar(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel loading"), this))
{
    m_label->setTextFormat(Qt::PlainText);
    m_label->setWordWrap(true);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it must not widen the window
    m_progress->setRange(0, 100);
    m_progress->setAccessibleName(tr("Loading progress"));
    m_progress->setMaximumWidth(240);
    m_cancel->setObjectName(QStringLiteral("cancelLoadButton"));
    connect(m_cancel, &QPushButton::clicked, this, &LoadBar::cancelled);

    auto layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
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
    showText(path);
}

void LoadBar::setProgress(const QString& path, double fraction)
{
    if (fraction <= 0)
        m_memory.clear();
    showText(path);
    m_progress->setValue(int(fraction * 100));
    show();
}

void LoadBar::showText(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    m_label->setText(m_memory.isEmpty() ? tr("Loading %1 …").arg(name) : tr("Loading %1 … %2").arg(name, m_memory));
    m_label->setToolTip(models::plainToolTip(path));
}

} // namespace lacuna::app
