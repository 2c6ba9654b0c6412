// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/load_bar.h"

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

void LoadBar::setProgress(const QString& path, double fraction)
{
    const QString name = QFileInfo(path).fileName();
    m_label->setText(tr("Loading %1 …").arg(name));
    m_label->setToolTip(path);
    m_progress->setValue(int(fraction * 100));
    show();
}

} // namespace lacuna::app
