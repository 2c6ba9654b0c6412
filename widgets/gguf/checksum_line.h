// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "widgets/common/job.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lacuna::widgets {

/// The SHA-256 of a model's files, computed when asked for.
class ChecksumLine : public QWidget {
    Q_OBJECT
public:
    explicit ChecksumLine(QWidget* parent = nullptr);

    void setFiles(const QStringList& paths); ///< stops what runs
    void start();
    QString text() const; ///< what is shown: a checksum a file, or why there is none

Q_SIGNALS:
    void finished();

private:
    void showRunning(bool running);

    QStringList m_paths;
    Job* m_job;
    QLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_start;
    QPushButton* m_cancel;
};

} // namespace lacuna::widgets
