// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/benchmark_controller.h"

#include "desktop/benchmark_worker.h"
#include "desktop/settings.h"
#include "gguf/text.h"
#include "session/demo_model.h"
#include "widgets/benchmark/benchmark_page.h"

#include <QFileInfo>

namespace lacuna::app {

using widgets::BenchmarkPage;

namespace {

bool isIdle(EngineController::State state)
{
    return state == EngineController::State::NoModel || state == EngineController::State::Ready;
}

} // namespace

BenchmarkController::BenchmarkController(BenchmarkPage& page, EngineController& engine, Settings& settings,
                                         const QString& folder, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_settings(settings)
    , m_store(folder)
    , m_worker(new BenchmarkWorker)
{
    m_engine.adopt(m_worker);
    connectPage(page);
    connectWorker(page);
    connectStore(page);
    connect(&m_engine, &EngineController::stateChanged, this, [this, &page](EngineController::State state) {
        page.setEngineIdle(isIdle(state));
        if (!isIdle(state))
            m_stop.request_stop();
    });
    connect(&m_engine, &EngineController::modelLoaded, this, [this, &page] { showModels(page); });
    connect(&m_settings, &Settings::recentModelsChanged, this, [this, &page] { showModels(page); });
    page.setEngineIdle(isIdle(m_engine.state()));
    showModels(page);
    m_store.load();
}

BenchmarkController::~BenchmarkController()
{
    m_stop.request_stop();
}

void BenchmarkController::connectPage(BenchmarkPage& page)
{
    connect(&page, &BenchmarkPage::startRequested, this,
            [this, &page](const QString& path, const std::vector<benchmark::Settings>& tests) {
                start(page, path, tests);
            });
    connect(&page, &BenchmarkPage::cancelRequested, this, [this] { m_stop.request_stop(); });
    connect(&page, &BenchmarkPage::forgetRequested, &m_store, &BenchmarkStore::forget);
    connect(&page, &BenchmarkPage::importRequested, &m_store, &BenchmarkStore::importFile);
    connect(&page, &BenchmarkPage::exportRequested, &m_store, &BenchmarkStore::exportTo);
}

void BenchmarkController::connectWorker(BenchmarkPage& page)
{
    connect(m_worker, &BenchmarkWorker::progressed, this,
            [this, &page](quint64 job, const benchmark::Progress& progress) {
                if (job == m_job)
                    page.showProgress(progress);
            });
    connect(m_worker, &BenchmarkWorker::frameReady, this,
            [this, &page](quint64 job, const diffusion::StepFramePtr& frame) {
                if (job == m_job)
                    page.addFrame(frame);
            });
    // every record is worth keeping, whatever was asked for since
    connect(m_worker, &BenchmarkWorker::measured, this,
            [this](quint64, const benchmark::Record& record) { m_store.keep(record); });
    connect(m_worker, &BenchmarkWorker::finished, this, [this, &page](quint64 job) {
        if (job == m_job)
            page.finish();
    });
    connect(m_worker, &BenchmarkWorker::failed, this, [this, &page](quint64 job, const Error& error) {
        if (job != m_job)
            return;
        page.finish();
        page.showError(error);
    });
}

void BenchmarkController::connectStore(BenchmarkPage& page)
{
    connect(&m_store, &BenchmarkStore::loaded, this, [&page](const benchmark::History& history) {
        page.setHistory(history.records);
        if (!history.unreadable.isEmpty())
            page.showError({Error::Code::Malformed,
                            tr("Some measurements in the history could not be read: %1")
                                .arg(history.unreadable.join(QLatin1Char(' '))),
                            {},
                            {}});
    });
    connect(&m_store, &BenchmarkStore::kept, &page, &BenchmarkPage::addRecord);
    connect(&m_store, &BenchmarkStore::forgotten, &page, &BenchmarkPage::removeRecord);
    connect(&m_store, &BenchmarkStore::failed, &page, &BenchmarkPage::showError);
    connect(&m_store, &BenchmarkStore::imported, this,
            [&page](const QString& path) { page.showInformation(tr("Imported from %1.").arg(gguf::shownPath(path))); });
    connect(&m_store, &BenchmarkStore::exported, this,
            [&page](const QString& path) { page.showInformation(tr("Saved to %1.").arg(gguf::shownPath(path))); });
}

void BenchmarkController::start(BenchmarkPage& page, const QString& path, const std::vector<benchmark::Settings>& tests)
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    const quint64 job = ++m_job;
    page.begin();
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, job, path, tests, stop = m_stop.get_token()] {
        worker->measure(job, path, tests, stop);
    });
}

/// The model that is loaded, those that were, and the demo model. Chosen at first is one that is known to run.
void BenchmarkController::showModels(BenchmarkPage& page)
{
    QStringList paths;
    if (m_engine.model())
        paths << m_engine.model()->path;
    for (const QString& path : m_settings.recentModels()) {
        if (QFileInfo::exists(path))
            paths << path;
    }
    if (!session::demoModelFile().isEmpty())
        paths << session::demoModelFile();
    paths.removeDuplicates();
    QString chosen = m_settings.lastModel();
    if (m_engine.model())
        chosen = m_engine.model()->path;
    else if (!session::demoModelFile().isEmpty())
        chosen = session::demoModelFile();
    page.setModels(paths, chosen);
}

} // namespace lacuna::app
