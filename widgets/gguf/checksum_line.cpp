// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/checksum_line.h"

#include "gguf/file_hash.h"
#include "gguf/text.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace lacuna::widgets {

namespace {

/// "checksum" for one file, "checksum  name" lines, as sha256sum writes them, for several.
Result<QString> checksums(const QStringList& paths, const Job::Control& control)
{
    quint64 total = 0;
    for (const QString& path : paths)
        total += quint64(QFileInfo(path).size());
    QStringList lines;
    quint64 before = 0;
    for (const QString& path : paths) {
        const auto report = [&](quint64 done) {
            control.report(double(before + done) / double(total));
        };
        const auto hash = gguf::sha256(path, report, control.stop);
        if (!hash)
            return tl::unexpected(hash.error());
        const QString hex = QString::fromLatin1(hash->toHex());
        lines << (paths.size() == 1 ? hex : hex + QStringLiteral("  ") + gguf::shownPath(QFileInfo(path).fileName()));
        before += quint64(QFileInfo(path).size());
    }
    return lines.join(u'\n');
}

} // namespace

ChecksumLine::ChecksumLine(QWidget* parent)
    : QWidget(parent)
    , m_job(new Job(this))
    , m_text(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_start(new QPushButton(tr("Compute"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    m_text->setObjectName(QStringLiteral("checksum"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("SHA-256 of the file"));
    m_text->setWordWrap(true);
    m_progress->setRange(0, 100);
    m_progress->setMaximumWidth(220);
    m_progress->setAccessibleName(tr("Reading the file"));
    m_start->setObjectName(QStringLiteral("computeChecksum"));
    m_start->setAccessibleName(tr("Compute the SHA-256 of the file"));
    m_start->setToolTip(
        tr("Reads the whole file and computes its SHA-256, to compare with the one that its source gives."));
    m_cancel->setAccessibleName(tr("Cancel the checksum"));
    m_cancel->setToolTip(tr("Stops reading the file"));

    auto layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_start);
    layout->addWidget(m_progress);
    layout->addWidget(m_cancel);
    layout->addWidget(m_text, 1000);
    layout->addStretch(1); // buttons keep their size
    connect(m_start, &QPushButton::clicked, this, &ChecksumLine::start);
    connect(m_cancel, &QPushButton::clicked, m_job, &Job::cancel);
    connect(m_job, &Job::progressed, this, [this](double fraction) { m_progress->setValue(int(fraction * 100)); });
    connect(m_job, &Job::runningChanged, this, &ChecksumLine::showRunning);
    showRunning(false);
}

void ChecksumLine::setFiles(const QStringList& paths)
{
    m_job->cancel();
    m_paths = paths;
    m_text->clear();
    showRunning(false);
}

QString ChecksumLine::text() const
{
    return m_text->text();
}

void ChecksumLine::start()
{
    if (m_paths.isEmpty() || m_job->isRunning())
        return;
    m_text->clear();
    m_progress->setValue(0);
    m_job->start<QString>([paths = m_paths](const Job::Control& control) { return checksums(paths, control); },
                          [this](const Result<QString>& text) {
                              m_text->setText(text ? *text : text.error().text());
                              showRunning(false);
                              Q_EMIT finished();
                          });
}

void ChecksumLine::showRunning(bool running)
{
    m_start->setVisible(!running && m_text->text().isEmpty());
    m_progress->setVisible(running);
    m_cancel->setVisible(running);
    m_text->setVisible(!m_text->text().isEmpty());
}

} // namespace lacuna::widgets
