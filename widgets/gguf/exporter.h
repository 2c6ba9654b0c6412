// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"
#include "widgets/common/job.h"

#include <QObject>

#include <memory>

namespace lacuna::widgets {

/// Writes what can be known of a file to disk, on another thread. What was there stays until the new file is whole.
class Exporter : public QObject {
    Q_OBJECT
public:
    enum class Format { Json, MetadataCsv, TensorsCsv };
    Q_ENUM(Format)

    explicit Exporter(QObject* parent = nullptr);

    void save(std::shared_ptr<const gguf::File> file, Format format, const QString& path);
    void cancel() { m_job->cancel(); }

Q_SIGNALS:
    void saved(const QString& path);
    void failed(const lacuna::Error& error);

private:
    Job* m_job;
};

} // namespace lacuna::widgets
