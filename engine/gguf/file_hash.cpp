// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/file_hash.h"

#include "gguf/text.h"

#include <QCryptographicHash>
#include <QFile>

namespace lacuna::gguf {

Result<QByteArray> sha256(const QString& path, const std::function<void(quint64)>& report, std::stop_token stop)
{
    constexpr qint64 chunkBytes = 1 << 20; // some milliseconds of work, so that a stop is quick
    QFile file(path);
    const auto ioError = [&] {
        return failure(Error::Code::Io, QStringLiteral("Cannot read %1: %2.").arg(shownPath(path), file.errorString()));
    };
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return ioError();
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QByteArray chunk(chunkBytes, Qt::Uninitialized);
    quint64 done = 0;
    while (!stop.stop_requested()) {
        const qint64 got = file.read(chunk.data(), chunkBytes);
        if (got < 0)
            return ioError();
        if (got == 0)
            return hash.result();
        hash.addData(QByteArrayView(chunk.constData(), got));
        done += quint64(got);
        if (report)
            report(done);
    }
    return failure(Error::Code::Cancelled, QStringLiteral("The checksum was stopped."));
}

} // namespace lacuna::gguf
