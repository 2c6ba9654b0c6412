// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/exporter.h"

#include "gguf/csv_export.h"
#include "gguf/json_export.h"
#include "gguf/text.h"

#include <QSaveFile>

namespace lacuna::widgets {

namespace {

Result<void> write(const gguf::File& file, Exporter::Format format, QIODevice& out, std::stop_token stop)
{
    switch (format) {
    case Exporter::Format::Json:
        return gguf::writeJson(file, {}, out, std::move(stop));
    case Exporter::Format::MetadataCsv:
        return gguf::writeMetadataCsv(file, out, std::move(stop));
    case Exporter::Format::TensorsCsv:
        break;
    }
    return gguf::writeTensorsCsv(file, out, std::move(stop));
}

Result<void> writeTo(const QString& path, const gguf::File& file, Exporter::Format format, std::stop_token stop)
{
    QSaveFile out(path);
    const auto ioError = [&] {
        return failure(Error::Code::Io,
                       Exporter::tr("Cannot write %1: %2.").arg(gguf::shownPath(path), out.errorString()));
    };
    if (!out.open(QIODevice::WriteOnly))
        return ioError();
    if (auto written = write(file, format, out, std::move(stop)); !written)
        return written;
    if (!out.commit())
        return ioError();
    return {};
}

} // namespace

Exporter::Exporter(QObject* parent)
    : QObject(parent)
    , m_job(new Job(this))
{
}

void Exporter::save(std::shared_ptr<const gguf::File> file, Format format, const QString& path)
{
    m_job->start<void>([file = std::move(file), format,
                        path](const Job::Control& control) { return writeTo(path, *file, format, control.stop); },
                       [this, path](const Result<void>& result) {
                           if (result)
                               Q_EMIT saved(path);
                           else
                               Q_EMIT failed(result.error());
                       });
}

} // namespace lacuna::widgets
