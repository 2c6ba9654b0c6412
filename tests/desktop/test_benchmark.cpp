// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/sample_record.h"
#include "desktop/benchmark_controller.h"
#include "desktop/engine_controller.h"
#include "desktop/settings.h"
#include "session/demo_model.h"
#include "support/random_model.h"
#include "widgets/benchmark/benchmark_page.h"
#include "widgets/common/message_bar.h"
#include "widgets/models/benchmark/record_json.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lacuna;
using namespace lacuna::app;
using namespace lacuna::benchmark;
using widgets::BenchmarkPage;

namespace {

constexpr int PatienceMs = 60000; // other programs may use the machine

/// The page with everything behind it, as the program has it; made anew, it is a new start of the program.
struct Program {
    explicit Program(const QTemporaryDir& directory)
        : settings(directory.filePath(QStringLiteral("settings.ini")))
        , controller(page, engine, settings, directory.filePath(QStringLiteral("benchmarks")))
    {
    }

    QAbstractItemModel& history() { return *page.findChild<QTableView*>(QStringLiteral("benchmarkHistory"))->model(); }
    QAction& action(const char* name) { return *page.findChild<QAction*>(QString::fromUtf8(name)); }
    QString progress() { return page.findChild<QLabel*>(QStringLiteral("benchmarkProgressText"))->text(); }
    QString message() { return page.findChild<widgets::MessageBar*>(QStringLiteral("benchmarkMessages"))->text(); }
    /// Whether at least one counted run is done.
    bool hasRun()
    {
        return progress().startsWith(QLatin1String("Run ")) && !progress().contains(QLatin1String("Run 1 of"));
    }
    bool isRunning() { return action("benchmarkCancel").isEnabled(); }

    app::Settings settings;
    EngineController engine;
    BenchmarkPage page;
    BenchmarkController controller;
};

} // namespace

/// The benchmark page over the real engine thread, on a random model.
class TestBenchmark : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_models;
    QString m_model;

    void startMeasurement(Program& program, int runs) const
    {
        program.page.setModels({m_model}, m_model);
        program.page.findChild<QSpinBox*>(QStringLiteral("benchmarkRuns"))->setValue(runs);
        program.action("benchmarkStart").trigger();
    }

private Q_SLOTS:
    void initTestCase()
    {
        support::RandomModel model;
        model.name = "random";
        model.context = 2048;
        m_model = m_models.filePath(QStringLiteral("random.gguf"));
        QVERIFY(support::writeRandomModel(model, m_model).has_value());
    }

    void aMeasurementIsKeptAcrossRestarts()
    {
        const QTemporaryDir directory;
        {
            Program program(directory);
            startMeasurement(program, 2);
            QVERIFY(program.isRunning());
            QTRY_COMPARE_WITH_TIMEOUT(program.history().rowCount(), 1, PatienceMs);
            QTRY_VERIFY_WITH_TIMEOUT(!program.isRunning(), PatienceMs);
        }
        Program again(directory);
        QTRY_COMPARE_WITH_TIMEOUT(again.history().rowCount(), 1, PatienceMs);
        QCOMPARE(again.history().index(0, 1).data().toString(), QStringLiteral("random.gguf"));
    }

    void cancellingKeepsWhatWasMeasured()
    {
        const QTemporaryDir directory;
        Program program(directory);
        startMeasurement(program, 100);
        QTRY_VERIFY_WITH_TIMEOUT(program.hasRun(), PatienceMs);
        program.action("benchmarkCancel").trigger();
        QTRY_COMPARE_WITH_TIMEOUT(program.history().rowCount(), 1, PatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!program.isRunning(), PatienceMs);
        QVERIFY(program.history().index(0, 7).data(Qt::ToolTipRole).toString().contains(QLatin1String("Stopped")));
    }

    void anotherModelGoesFirst()
    {
        const QTemporaryDir directory;
        Program program(directory);
        startMeasurement(program, 100);
        QTRY_VERIFY_WITH_TIMEOUT(program.hasRun(), PatienceMs);
        program.engine.load(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(!program.isRunning(), PatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(program.engine.state(), EngineController::State::Ready, PatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.action("benchmarkStart").isEnabled(), PatienceMs);
    }

    void aModelThatIsKnownToRunIsChosen()
    {
        const QTemporaryDir directory;
        Program program(directory);
        QFile broken(directory.filePath(QStringLiteral("broken.gguf")));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no model") > 0);
        broken.close();
        program.settings.addRecentModel(m_model);
        program.settings.addRecentModel(broken.fileName()); // the newest
        const auto chosen = [&program] {
            return program.page.findChild<QComboBox*>(QStringLiteral("benchmarkModel"))->currentData().toString();
        };
        const QString demo = session::demoModelFile();
        QCOMPARE(chosen(), demo.isEmpty() ? broken.fileName() : demo);
        program.engine.load(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(program.engine.state(), EngineController::State::Ready, PatienceMs);
        QTRY_COMPARE(chosen(), m_model);
    }

    void endingTheProgramEndsTheMeasurement()
    {
        const QTemporaryDir directory;
        auto program = std::make_unique<Program>(directory);
        startMeasurement(*program, 100);
        QTRY_VERIFY_WITH_TIMEOUT(!program->progress().isEmpty(), PatienceMs);
        program.reset(); // hangs if it does not
    }

    void aFileThatCannotRunIsSaid()
    {
        const QTemporaryDir directory;
        Program program(directory);
        program.page.setModels({QStringLiteral("/nowhere/none.gguf")}, {});
        program.action("benchmarkStart").trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!program.isRunning(), PatienceMs);
        QVERIFY2(program.message().contains(QLatin1String("none.gguf")), qPrintable(program.message()));
        QCOMPARE(program.history().rowCount(), 0);
    }

    void recordsComeAndGoAsFiles()
    {
        const QTemporaryDir directory;
        Program program(directory);
        QFile file(directory.filePath(QStringLiteral("import.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(recordsToJson({support::sampleRecord(10), support::sampleRecord(20)}));
        file.close();
        Q_EMIT program.page.importRequested(directory.filePath(QStringLiteral("none.json")));
        QTRY_VERIFY_WITH_TIMEOUT(program.message().contains(QLatin1String("none.json")), PatienceMs);
        Q_EMIT program.page.importRequested(file.fileName());
        QTRY_COMPARE_WITH_TIMEOUT(program.history().rowCount(), 2, PatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.message().contains(QLatin1String("import.json")), PatienceMs);

        const QString exported = directory.filePath(QStringLiteral("export.json"));
        Q_EMIT program.page.exportRequested(exported, {support::sampleRecord(10)});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(exported), PatienceMs);
        QVERIFY(readRecords(exported).has_value());

        const QDir kept(directory.filePath(QStringLiteral("benchmarks")));
        const QStringList files = kept.entryList(QDir::Files);
        QCOMPARE(files.size(), 2);
        Q_EMIT program.page.forgetRequested(files.first());
        QTRY_COMPARE_WITH_TIMEOUT(program.history().rowCount(), 1, PatienceMs);
        QCOMPARE(kept.entryList(QDir::Files).size(), 1);
    }

    void aDamagedHistoryIsReadAsFarAsItGoes()
    {
        const QTemporaryDir directory;
        const QDir top(directory.path());
        QVERIFY(top.mkpath(QStringLiteral("benchmarks")));
        QVERIFY(keepRecord(top.filePath(QStringLiteral("benchmarks")), support::sampleRecord()).has_value());
        QFile damaged(top.filePath(QStringLiteral("benchmarks/damaged.json")));
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write(QByteArray(100, '\0')) == 100);
        damaged.close();
        Program program(directory);
        QTRY_COMPARE_WITH_TIMEOUT(program.history().rowCount(), 1, PatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.message().contains(QLatin1String("damaged.json")), PatienceMs);
        QVERIFY(damaged.exists());
    }
};

QTEST_MAIN(TestBenchmark)
#include "test_benchmark.moc"
