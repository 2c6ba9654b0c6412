// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/engine_types.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lacuna::app {

/// Shows in place that a model is being loaded, how far it is, and lets the user cancel. Hidden otherwise.
class LoadBar : public QWidget {
    Q_OBJECT
public:
    explicit LoadBar(QWidget* parent = nullptr);

    void setMemory(const QString& path, const MemoryNeed& need);
    void setProgress(const QString& path, double fraction);

Q_SIGNALS:
    void cancelled();

private:
    void showText(const QString& path);

    QString m_memory; ///< what the model needs and what is free, once it is known
    QLabel* m_label;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
};

} // namespace lacuna::app
