// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/engine_types.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace lacuna::app {

/// The part of the status bar that shows that a model is being loaded, how far it is, and lets the user cancel. Hidden
/// otherwise; the bar keeps the place.
class LoadBar : public QWidget {
    Q_OBJECT
public:
    explicit LoadBar(QWidget* parent = nullptr);

    void setMemory(const QString& path, const MemoryNeed& need);
    void setProgress(const QString& path, double fraction);

Q_SIGNALS:
    void cancelled();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showText();

    QString m_path;
    QString m_memory; ///< what the model needs and what is free, once it is known
    QLabel* m_label;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
};

} // namespace lacuna::app
