// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/frames.h"
#include "widgets/plots/latency_plot.h"
#include "widgets/plots/plot_panel.h"
#include "widgets/plots/plot_theme.h"
#include "widgets/plots/utilisation_plot.h"

#include <QAction>
#include <QElapsedTimer>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace lacuna;
using namespace lacuna::widgets;

namespace {

std::vector<diffusion::StepFramePtr> frames(int count)
{
    std::vector<diffusion::StepFramePtr> all;
    for (int step = 0; step < count; ++step) {
        auto frame = test::makeFrame(step, count, step + 1);
        frame->forwardMs = 10 + step;
        all.push_back(frame);
    }
    return all;
}

QPalette darkPalette()
{
    QPalette palette;
    palette.setColor(QPalette::Base, QColor(0x1a, 0x1c, 0x1e));
    palette.setColor(QPalette::Text, QColor(0xe6, 0xe6, 0xe3));
    return palette;
}

} // namespace

class TestPlots : public QObject {
    Q_OBJECT

    std::unique_ptr<PlotPanel> m_panel;
    LatencyPlot* m_latency = nullptr;
    UtilisationPlot* m_utilisation = nullptr;
    QLabel* m_summary = nullptr;

private Q_SLOTS:
    void init()
    {
        m_panel = std::make_unique<PlotPanel>();
        m_panel->resize(800, 240);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_latency = m_panel->findChild<LatencyPlot*>();
        m_utilisation = m_panel->findChild<UtilisationPlot*>();
        m_summary = m_panel->findChild<QLabel*>(QStringLiteral("plotSummary"));
        QVERIFY(m_summary);
    }

    void withoutStepsThereAreNoAxes()
    {
        QVERIFY(!m_latency->isVisible());
        for (const QAction* action : m_panel->menuActions())
            QVERIFY(!action->isEnabled());
        m_panel->setFrames(frames(3));
        QVERIFY(m_latency->isVisible());
        QVERIFY(m_utilisation->isVisible());
        m_panel->setFrames({});
        QVERIFY(!m_latency->isVisible());
    }

    void replotsAtMostTenTimesASecondAndOnlyForNewData()
    {
        m_panel->setFrames(frames(2));
        QSignalSpy replots(m_latency, &QCustomPlot::afterReplot);
        QTRY_VERIFY(!replots.isEmpty()); // what was queued
        replots.clear();
        QElapsedTimer clock;
        clock.start();
        const auto all = frames(300);
        for (size_t i = 2; i < all.size() || clock.elapsed() < 300; ++i) {
            if (i < all.size())
                m_panel->addFrame(all[i]);
            m_panel->setCurrentStep(-1); // as the chat page does while an answer is made
            QCoreApplication::processEvents();
        }
        QTRY_COMPARE(m_latency->graph(0)->dataCount(), 300);
        QTRY_VERIFY(!replots.isEmpty()); // they are queued
        QVERIFY2(replots.size() <= clock.elapsed() / 100 + 1, qPrintable(QString::number(replots.size())));

        QCoreApplication::processEvents();
        replots.clear();
        clock.restart();
        while (clock.elapsed() < 250) {
            m_panel->setCurrentStep(-1);
            QCoreApplication::processEvents();
        }
        QCOMPARE(replots.size(), 0); // nothing new, nothing to paint
    }

    void plannedStepsHaveTheirRoomUntilTheAnswerEnds()
    {
        const auto all = frames(100);
        for (size_t i = 0; i < 20; ++i)
            m_panel->addFrame(all[i]);
        QTRY_COMPARE(m_latency->graph(0)->dataCount(), 20);
        QCOMPARE(m_latency->xAxis->range().upper, 100.5);
        m_panel->addFrame(all[20]);
        m_panel->finish(); // the text was complete
        QCOMPARE(m_latency->graph(0)->dataCount(), 21);
        QCOMPARE(m_latency->xAxis->range().upper, 21.5);
        QCOMPARE(m_utilisation->xAxis->range().upper, 21.5);
    }

    void summaryHasMedianAndPercentile()
    {
        m_panel->setFrames(frames(20)); // 11 … 30 ms
        QCOMPARE(m_latency->summary(), QStringLiteral("median 20 ms, 95 % below 29 ms"));
        QVERIFY(m_utilisation->summary().contains(QStringLiteral("85")));
        QCOMPARE(m_latency->accessibleDescription(), m_latency->summary());
        QVERIFY(m_summary->text().contains(m_latency->summary()));
    }

    void arrowKeysReadTheSteps()
    {
        m_panel->setFrames(frames(5));
        m_latency->setFocus();
        QTest::keyClick(m_latency, Qt::Key_Home);
        QVERIFY2(m_summary->text().startsWith(QStringLiteral("Step 1: 10 ms forward")), qPrintable(m_summary->text()));
        QTest::keyClick(m_latency, Qt::Key_Right);
        QVERIFY(m_summary->text().startsWith(QStringLiteral("Step 2:")));
        QCOMPARE(m_latency->accessibleDescription(), m_summary->text());
        QTest::keyClick(m_latency, Qt::Key_End);
        QTest::keyClick(m_latency, Qt::Key_Right);
        QVERIFY(m_summary->text().startsWith(QStringLiteral("Step 5:")));
        QTest::keyClick(m_utilisation, Qt::Key_Home);
        QVERIFY2(m_summary->text().contains(QStringLiteral("90 %, 80 %")), qPrintable(m_summary->text()));
    }

    void thePointerReadsValues()
    {
        m_panel->setFrames(frames(5));
        m_utilisation->replot();
        const QPoint lane2(int(m_utilisation->xAxis->coordToPixel(3)), int(m_utilisation->yAxis->coordToPixel(1.5)));
        QTest::mouseMove(m_utilisation, lane2);
        QTRY_VERIFY2(m_summary->text().contains(QStringLiteral("Step 3, thread 2: 80 %")),
                     qPrintable(m_summary->text()));
        m_latency->replot();
        QTest::mouseMove(m_latency,
                         QPoint(int(m_latency->xAxis->coordToPixel(4)), m_latency->axisRect()->center().y()));
        QTRY_VERIFY(m_summary->text().startsWith(QStringLiteral("Step 4:")));
    }

    void thePanelGoesWhileAPlotHasTheFocus()
    {
        m_panel->setFrames(frames(5));
        m_latency->setFocus();
        QTRY_VERIFY(m_latency->hasFocus());
        m_panel.reset(); // the plot loses the focus in this
    }

    void manyThreadsHaveFewNames()
    {
        auto frame = test::makeFrame(0, 1, 1);
        frame->busyFractions.assign(64, 0.5f);
        m_panel->setFrames({frame});
        m_utilisation->replot();
        QVERIFY(m_utilisation->yAxis->tickVector().size() <= 9);
        QCOMPARE(m_utilisation->reading(0, 63.5), QStringLiteral("Step 1, thread 64: 50 % busy"));
    }

    void colorsFollowTheTheme()
    {
        m_panel->setFrames(frames(5));
        const QColor before = m_latency->graph(0)->pen().color();
        m_panel->setPalette(darkPalette());
        QCOMPARE(m_latency->xAxis->tickLabelColor(), darkPalette().color(QPalette::Text));
        QVERIFY(m_latency->graph(0)->pen().color() != before);
        QCOMPARE(m_utilisation->graph(1)->pen().color(), dataColor(darkPalette()));
    }

    void theSameDataIsATable()
    {
        m_panel->setFrames(frames(4));
        m_panel->menuActions().first()->setChecked(true);
        const auto table = m_panel->findChild<QTableView*>();
        QVERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 4);
        QVERIFY(!table->accessibleName().isEmpty());
    }

    void exportsAPictureAndATable()
    {
        QTemporaryDir folder;
        m_panel->setFrames(frames(4));
        m_panel->menuActions().first()->setChecked(true); // the plots stand behind the table then
        const QString png = folder.filePath(QStringLiteral("plots.png"));
        QVERIFY(m_panel->exportPng(png));
        const QImage image(png);
        QVERIFY(image.width() > 600 && image.height() > 100);
        const QColor line = dataColor(m_panel->palette());
        int linePixels = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                linePixels += image.pixelColor(x, y) == line;
        }
        QVERIFY(linePixels > 20);

        const QString csv = folder.filePath(QStringLiteral("steps.csv"));
        QVERIFY(m_panel->exportCsv(csv));
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().split('\n').size(), 6); // header, 4 steps, the last line's end
        QVERIFY(!m_panel->exportCsv(folder.filePath(QStringLiteral("no/such/folder.csv"))));
    }
};

QTEST_MAIN(TestPlots)
#include "test_plots.moc"
