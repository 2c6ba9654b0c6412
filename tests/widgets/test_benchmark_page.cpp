// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/sample_record.h"
#include "widgets/benchmark/benchmark_page.h"
#include "widgets/benchmark/scaling_plot.h"
#include "widgets/benchmark/step_times_plot.h"
#include "widgets/common/message_bar.h"
#include "widgets/models/benchmark/chart_data.h"
#include "widgets/models/benchmark/record_table.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTest>

#include <numeric>

using namespace lacuna;
using namespace lacuna::benchmark;
using namespace lacuna::widgets;
using support::sampleRecord;

namespace {

KeptRecord kept(const char* file, double stepMs, int minutesLater = 0)
{
    KeptRecord record {QString::fromUtf8(file), sampleRecord(stepMs)};
    record.record.time = record.record.time.addSecs(minutesLater * 60);
    return record;
}

template<typename T>
T* part(const BenchmarkPage& page, const char* name)
{
    return page.findChild<T*>(QString::fromUtf8(name));
}

QAction* action(const BenchmarkPage& page, const char* name)
{
    return part<QAction>(page, name);
}

QString cell(const BenchmarkPage& page, int row, int column)
{
    return part<QTableWidget>(page, "benchmarkFigures")->item(row, column)->text();
}

diffusion::StepFramePtr frame(int step)
{
    auto made = std::make_shared<diffusion::StepFrame>();
    made->step = step;
    made->steps = 32;
    made->forwardMs = 10;
    made->busyFractions = {0.9F, 0.8F};
    return made;
}

} // namespace

class TestBenchmarkPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void emptyPageSaysWhatToDo()
    {
        const BenchmarkPage page;
        QVERIFY(part<QLabel>(page, "benchmarkEmpty")->text().contains(QLatin1String("Nothing has been measured")));
        QVERIFY(!action(page, "benchmarkStart")->isEnabled()); // there is no model
        QVERIFY(!action(page, "benchmarkExport")->isEnabled());
        QVERIFY(action(page, "benchmarkImport")->isEnabled());
    }

    void theSetupIsAsWideAsItsTextNeeds()
    {
        BenchmarkPage page;
        page.resize(1000, 700);
        page.show();
        auto column = part<QScrollArea>(page, "benchmarkSetupColumn");
        const int before = column->width();
        const QFont font = QApplication::font();
        QFont larger = font;
        larger.setPointSizeF(font.pointSizeF() * 1.5);
        QApplication::setFont(larger);
        const bool grown = QTest::qWaitFor([&] { return column->width() > before * 5 / 4; });
        const bool fits = column->viewport()->width() >= column->widget()->minimumSizeHint().width();
        QApplication::setFont(font);
        QVERIFY(grown);
        QVERIFY(fits);
        QTRY_COMPARE(column->width(), before);
    }

    void aMessageMovesNothingUnderThePointer()
    {
        BenchmarkPage page;
        page.setHistory({kept("a", 10)});
        page.resize(1000, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        const auto places = [&page] {
            QList<QRect> rects;
            for (const auto* button : page.findChildren<QAbstractButton*>()) {
                if (button->isVisible() && !qobject_cast<MessageBar*>(button->parentWidget()))
                    rects << QRect(button->mapTo(&page, QPoint()), button->size());
            }
            return rects;
        };
        const QList<QRect> before = places();
        page.showError({Error::Code::Io, QStringLiteral("It did not go well. ").repeated(20), {}, {}});
        auto bar = part<MessageBar>(page, "benchmarkMessages");
        QTRY_VERIFY(bar->isVisible());
        QCoreApplication::processEvents();
        QVERIFY(page.rect().contains(QRect(bar->mapTo(&page, QPoint()), bar->size())));
        QVERIFY2(bar->height() >= bar->heightForWidth(bar->width()), "its text is cut");
        QCOMPARE(places(), before);
        page.resize(800, 600);
        QTRY_VERIFY(page.rect().contains(QRect(bar->mapTo(&page, QPoint()), bar->size())));
    }

    void allColumnsOfTheHistoryAreInView()
    {
        BenchmarkPage page;
        KeptRecord noisy = kept("a", 10);
        for (const auto kind : {Notice::Kind::Slowing, Notice::Kind::WideSpread, Notice::Kind::Battery})
            noisy.record.notices.push_back({kind, 0.2, {}});
        page.setHistory({noisy});
        page.resize(1060, 700); // of a window of usual width
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        const auto history = part<QTableView>(page, "benchmarkHistory");
        const QHeaderView* header = history->horizontalHeader();
        QTRY_COMPARE(header->length(), history->viewport()->width());
        const auto narrow = [&]() -> QString { // what a column has no room for
            for (int row = 0; row < history->model()->rowCount(); ++row) {
                for (int column = 0; column < header->count(); ++column) {
                    const QString text = history->model()->index(row, column).data().toString();
                    if (column != benchmark::RecordTable::Model
                        && header->sectionSize(column) <= history->fontMetrics().horizontalAdvance(text))
                        return text;
                }
            }
            return {};
        };
        QTRY_COMPARE(narrow(), QString());
        QVERIFY(header->sectionSize(benchmark::RecordTable::Model) > 100);
        QVERIFY(
            history->model()->index(0, benchmark::RecordTable::Notes).data().toString().endsWith(QLatin1String("+1")));
        page.addRecord(kept("b", 1'234'567'890.1)); // while the page is in view
        QTRY_COMPARE(narrow(), QString());
    }

    void nothingIsRemovedByEnter()
    {
        BenchmarkPage page;
        page.setHistory({kept("a", 10)});
        page.show();
        QSignalSpy forgotten(&page, &BenchmarkPage::forgetRequested);
        action(page, "benchmarkRemove")->trigger();
        auto box = page.findChild<QMessageBox*>();
        QVERIFY(box && box->defaultButton() == box->button(QMessageBox::Cancel));
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(!page.findChild<QMessageBox*>());
        QCOMPARE(forgotten.size(), 0);
    }

    void theMenuShowsEachTab()
    {
        BenchmarkPage page;
        page.setHistory({kept("a", 10)});
        const auto tabs = part<QTabWidget>(page, "benchmarkTabs");
        QStringList shown;
        for (QAction* one : page.menuActions().last(tabs->count())) {
            QVERIFY(one->isEnabled());
            one->trigger();
            shown << tabs->tabText(tabs->currentIndex());
        }
        QCOMPARE(shown,
                 QStringList({QStringLiteral("Figures"), QStringLiteral("Step times"), QStringLiteral("Distribution"),
                              QStringLiteral("Threads")}));
        page.begin();
        QVERIFY(!page.menuActions().constLast()->isEnabled()); // the plots of what runs are shown
    }

    void startAsksForTheProtocol()
    {
        BenchmarkPage page;
        page.setModels({QStringLiteral("/a/one.gguf"), QStringLiteral("/b/two.gguf")}, QStringLiteral("/b/two.gguf"));
        part<QSpinBox>(page, "benchmarkThreads")->setValue(1);
        QString path;
        std::vector<Settings> tests;
        connect(&page, &BenchmarkPage::startRequested, this,
                [&](const QString& chosen, const std::vector<Settings>& wanted) {
                    path = chosen;
                    tests = wanted;
                });
        part<QPushButton>(page, "benchmarkStartButton")->click();
        QCOMPARE(path, QStringLiteral("/b/two.gguf"));
        QCOMPARE(tests.size(), size_t(1));
        Settings protocol = protocolSettings();
        protocol.threads = 1;
        QVERIFY(tests.front() == protocol);
    }

    void startAsksForRowsAndASweep()
    {
        BenchmarkPage page;
        page.setModels({QStringLiteral("/a/one.gguf")}, {});
        auto threads = part<QSpinBox>(page, "benchmarkThreads");
        threads->setMaximum(3);
        threads->setValue(3);
        part<QComboBox>(page, "benchmarkTest")->setCurrentIndex(1);
        part<QSpinBox>(page, "benchmarkRows")->setValue(200);
        part<QCheckBox>(page, "benchmarkSweep")->setChecked(true);
        part<QSpinBox>(page, "benchmarkRuns")->setValue(5);
        std::vector<Settings> tests;
        connect(&page, &BenchmarkPage::startRequested, this,
                [&](const QString&, const std::vector<Settings>& wanted) { tests = wanted; });
        action(page, "benchmarkStart")->trigger();
        QCOMPARE(tests.size(), size_t(3));
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(tests[size_t(i)].threads, i + 1);
            QCOMPARE(tests[size_t(i)].rows(), 200);
            QCOMPARE(tests[size_t(i)].runs, 5);
        }
    }

    void theChosenModelStaysWhenTheListChanges()
    {
        BenchmarkPage page;
        const QStringList models {QStringLiteral("/a/one.gguf"), QStringLiteral("/b/two.gguf")};
        page.setModels(models, models[0]);
        auto box = part<QComboBox>(page, "benchmarkModel");
        box->setCurrentIndex(1);
        Q_EMIT box->activated(1); // as a user's choice does
        page.setModels({QStringLiteral("/c/three.gguf"), models[0], models[1]}, QStringLiteral("/c/three.gguf"));
        QCOMPARE(box->currentData().toString(), models[1]);
        page.setModels({models[0]}, models[0]);
        QCOMPARE(box->currentData().toString(), models[0]);
    }

    void whileMeasuringOnlyCancelWorks()
    {
        BenchmarkPage page;
        page.setModels({QStringLiteral("/a/one.gguf")}, {});
        page.begin();
        QVERIFY(!action(page, "benchmarkStart")->isEnabled());
        QVERIFY(action(page, "benchmarkCancel")->isEnabled());
        QVERIFY(!part<QComboBox>(page, "benchmarkModel")->isEnabled());
        Progress progress;
        progress.phase = Progress::Phase::Run;
        progress.run = 1;
        progress.runs = 3;
        progress.step = 16;
        progress.steps = 32;
        progress.fraction = 0.5;
        progress.secondsLeft = 90;
        page.showProgress(progress);
        QCOMPARE(part<QProgressBar>(page, "benchmarkProgress")->value(), 500);
        const QString text = part<QLabel>(page, "benchmarkProgressText")->text();
        QVERIFY2(text.contains(QLatin1String("Run 2 of 3, step 16 of 32")), qPrintable(text));
        progress.test = 1;
        progress.tests = 2;
        page.showProgress(progress);
        QCOMPARE(part<QProgressBar>(page, "benchmarkProgress")->value(), 750);
        page.addFrame(frame(0));
        const QSignalSpy cancelled(&page, &BenchmarkPage::cancelRequested);
        part<QPushButton>(page, "benchmarkCancelButton")->click();
        QCOMPARE(cancelled.count(), 1);
        page.finish();
        QVERIFY(action(page, "benchmarkStart")->isEnabled());
        QVERIFY(!action(page, "benchmarkCancel")->isEnabled());
    }

    void aBusyEngineCannotMeasure()
    {
        BenchmarkPage page;
        page.setModels({QStringLiteral("/a/one.gguf")}, {});
        page.setEngineIdle(false);
        QVERIFY(!action(page, "benchmarkStart")->isEnabled());
        page.setEngineIdle(true);
        QVERIFY(action(page, "benchmarkStart")->isEnabled());
    }

    void aNewRecordIsShown()
    {
        BenchmarkPage page;
        page.setHistory({kept("a.json", 10), kept("b.json", 20, 1)});
        QCOMPARE(cell(page, 0, 2), QStringLiteral("20.50")); // the newest one
        page.addRecord(kept("c.json", 40, 2));
        QCOMPARE(part<QTableView>(page, "benchmarkHistory")->model()->rowCount(), 3);
        QCOMPARE(cell(page, 0, 2), QStringLiteral("40.50"));
        QVERIFY(part<QLabel>(page, "benchmarkFacts")->text().contains(QLatin1String("Some Processor")));
    }

    void twoRecordsAreCompared()
    {
        BenchmarkPage page;
        page.setHistory({kept("a.json", 10), kept("b.json", 20, 1), kept("c.json", 30, 2)});
        auto history = part<QTableView>(page, "benchmarkHistory");
        history->clearSelection();
        history->selectionModel()->select(history->model()->index(0, 0),
                                          QItemSelectionModel::Select | QItemSelectionModel::Rows);
        history->selectionModel()->select(history->model()->index(2, 0),
                                          QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QCOMPARE(cell(page, 0, 2), QStringLiteral("10.50")); // A is the older one
        QCOMPARE(cell(page, 0, 4), QStringLiteral("30.50"));
        QVERIFY(cell(page, 0, 6).startsWith(QStringLiteral("2.90 ×")));
        history->selectAll();
        QVERIFY(!action(page, "benchmarkCopy")->isEnabled());
        QVERIFY(action(page, "benchmarkExport")->isEnabled());
    }

    void copiesWhatIsShownAsMarkdown()
    {
        BenchmarkPage page;
        page.setHistory({kept("a.json", 10)});
        action(page, "benchmarkCopy")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QLatin1String("| Step, ms | 10.50 | 10.60 |")));
    }

    void noiseIsShownAndNotHidden()
    {
        BenchmarkPage page;
        page.resize(900, 700);
        page.show();
        KeptRecord noisy = kept("a.json", 10);
        noisy.record.notices = {{Notice::Kind::WideSpread, 0.2, {}}, {Notice::Kind::Busy, 1.1, {}}};
        page.setHistory({noisy});
        QStringList shown;
        for (const MessageBar* bar : page.findChildren<MessageBar*>()) {
            if (bar->isVisible())
                shown << bar->text();
        }
        QVERIFY2(shown.join(u' ').contains(QStringLiteral("± 20 %")), qPrintable(shown.join(u' ')));
        QVERIFY(shown.join(u' ').contains(QLatin1String("1.1 processors")));
        page.addRecord(kept("b.json", 10, 1));
        for (const MessageBar* bar : page.findChildren<MessageBar*>())
            QVERIFY(!bar->isVisible());
    }

    void removedRecordsAreGone()
    {
        BenchmarkPage page;
        page.setHistory({kept("a.json", 10), kept("b.json", 20, 1)});
        page.removeRecord(QStringLiteral("b.json"));
        page.removeRecord(QStringLiteral("unknown.json"));
        QCOMPARE(part<QTableView>(page, "benchmarkHistory")->model()->rowCount(), 1);
        page.removeRecord(QStringLiteral("a.json"));
        QVERIFY(part<QLabel>(page, "benchmarkEmpty")->text().contains(QLatin1String("Nothing has been measured")));
    }

    void historySortsByNumbers()
    {
        BenchmarkPage page;
        page.setHistory({kept("a.json", 9), kept("b.json", 100, 1), kept("c.json", 20, 2)});
        auto history = part<QTableView>(page, "benchmarkHistory");
        constexpr int stepColumn = 4;
        history->sortByColumn(stepColumn, Qt::AscendingOrder);
        QStringList order;
        for (int row = 0; row < 3; ++row)
            order << history->model()->index(row, stepColumn).data().toString();
        QCOMPARE(order, QStringList({QStringLiteral("9.500"), QStringLiteral("20.50"), QStringLiteral("100.5")}));
    }

    void scalingTakesTheNewestOfEachNumberOfThreads()
    {
        const auto withThreads = [](int threads, double stepMs) {
            Record record = sampleRecord(stepMs);
            record.settings.threads = threads;
            return record;
        };
        Record other = withThreads(4, 1);
        other.settings.steps = 64;
        const std::vector<ScalingPoint> points =
            threadScaling(withThreads(2, 20), {withThreads(1, 40), withThreads(2, 99), withThreads(1, 77), other});
        QCOMPARE(points.size(), size_t(2));
        QCOMPARE(points[0].threads, 1);
        QCOMPARE(points[0].stepsPerSecond.median, 4 * 1000 / 163.0);
        QCOMPARE(points[1].stepsPerSecond.median, 4 * 1000 / 83.0);

        ScalingPlot plot;
        plot.setPoints(points);
        QVERIFY2(plot.accessibleDescription().contains(QLatin1String("98")), qPrintable(plot.accessibleDescription()));
    }

    void distributionKeepsEveryStep()
    {
        Record record = sampleRecord(10);
        record.runs[0].steps[0].forwardMs = 5000; // an outlier
        const Distribution found = distribution({record, sampleRecord(20)});
        QCOMPARE(found.counts.size(), size_t(2));
        int total = 0;
        for (const std::vector<int>& counts : found.counts)
            total += std::accumulate(counts.begin(), counts.end(), 0);
        QCOMPARE(total, 24);
        QVERIFY(found.width * double(found.counts[0].size()) < 100); // the outlier does not stretch the axis
        QCOMPARE(distribution({}).width, 0.0);
    }

    void everythingHasAName()
    {
        BenchmarkPage page;
        page.resize(1000, 700);
        page.setModels({QStringLiteral("/a/one.gguf")}, {});
        page.setHistory({kept("a.json", 10)});
        page.show();
        for (QWidget* widget : page.findChildren<QWidget*>()) {
            if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible()
                || widget->objectName().startsWith(QLatin1String("qt_")))
                continue;
            QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(accessible && !accessible->text(QAccessible::Name).isEmpty(),
                     qPrintable(QLatin1String(widget->metaObject()->className()) + u' ' + widget->objectName()));
        }
        for (const QAction* one : page.menuActions())
            QVERIFY(one->isSeparator() || (!one->text().isEmpty() && !one->toolTip().isEmpty()));
    }
};

QTEST_MAIN(TestBenchmarkPage)
#include "test_benchmark_page.moc"
