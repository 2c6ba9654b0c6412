// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/benchmark_store.h"

namespace lacuna::app {

BenchmarkStore::BenchmarkStore(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
    , m_context(new QObject)
{
    m_thread.setObjectName(QStringLiteral("benchmarks"));
    m_context->moveToThread(&m_thread);
    m_thread.start();
}

BenchmarkStore::~BenchmarkStore()
{
    run([this] {
        m_context->deleteLater();
        m_thread.quit();
    });
    m_thread.wait(); // the one wait: at the end of the program, for what was asked for to be on the disk
}

void BenchmarkStore::load()
{
    run([this] { Q_EMIT loaded(benchmark::loadHistory(m_folder)); });
}

void BenchmarkStore::keep(const benchmark::Record& record)
{
    run([this, record] { keepNow(record); });
}

void BenchmarkStore::forget(const QString& file)
{
    run([this, file] {
        if (const auto done = benchmark::forgetRecord(m_folder, file))
            Q_EMIT forgotten(file);
        else
            Q_EMIT failed(done.error());
    });
}

void BenchmarkStore::importFile(const QString& path)
{
    run([this, path] {
        const auto records = benchmark::readRecords(path);
        if (!records) {
            Q_EMIT failed(records.error());
            return;
        }
        for (const benchmark::Record& record : *records) {
            if (!keepNow(record))
                return;
        }
        Q_EMIT imported(path);
    });
}

void BenchmarkStore::exportTo(const QString& path, const std::vector<benchmark::Record>& records)
{
    run([this, path, records] {
        if (const auto done = benchmark::writeRecords(path, records))
            Q_EMIT exported(path);
        else
            Q_EMIT failed(done.error());
    });
}

void BenchmarkStore::run(const std::function<void()>& work)
{
    QMetaObject::invokeMethod(m_context, work);
}

bool BenchmarkStore::keepNow(const benchmark::Record& record)
{
    const auto done = benchmark::keepRecord(m_folder, record);
    if (done)
        Q_EMIT kept(*done);
    else
        Q_EMIT failed(done.error());
    return done.has_value();
}

} // namespace lacuna::app
