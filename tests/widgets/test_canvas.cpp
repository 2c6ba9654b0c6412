// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/cell_layout.h"
#include "widgets/canvas/denoising_canvas.h"
#include "widgets/canvas/replay_bar.h"
#include "widgets/frames.h"

#include <QFontMetricsF>
#include <QPaintEvent>
#include <QSignalSpy>
#include <QTest>

using namespace lacuna;
using namespace lacuna::widgets;
using tokenizer::CanvasCell;

namespace {

/// Collects which part of a widget was asked to paint itself.
class PaintWatch : public QObject {
public:
    QRegion painted;
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            painted += static_cast<QPaintEvent*>(event)->region();
        return QObject::eventFilter(object, event);
    }
};

std::vector<CanvasCell> cells(std::initializer_list<const char*> texts)
{
    std::vector<CanvasCell> result;
    for (const char* text : texts)
        result.push_back({CanvasCell::Kind::Text, QString::fromUtf8(text)});
    return result;
}

} // namespace

class TestCanvas : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cellsFlowInLines()
    {
        const QFontMetricsF metrics((QFont()));
        CellLayout::Style style;
        style.padding = 0;
        const auto three = cells({"aaaa", "bbbb", "cccc"});
        const qreal two = std::ceil(metrics.horizontalAdvance(QStringLiteral("aaaa")))
            + std::ceil(metrics.horizontalAdvance(QStringLiteral("bbbb")));
        const CellLayout layout(three, metrics, style, two + 1);
        QCOMPARE(layout.rects()[0].top(), layout.rects()[1].top());
        QCOMPARE(layout.rects()[1].left(), layout.rects()[0].right());
        QCOMPARE(layout.rects()[2].left(), 0.0);
        QCOMPARE(layout.rects()[2].top() - layout.rects()[0].top(), style.lineHeight);
        QCOMPARE(layout.height(), 2 * style.lineHeight);
    }

    void lineFeedEndsTheLine()
    {
        const CellLayout layout(cells({"a", "\n", "b"}), QFontMetricsF(QFont()), {}, 1000);
        QCOMPARE(layout.rects()[1].top(), layout.rects()[0].top());
        QVERIFY(layout.rects()[2].top() > layout.rects()[1].top());
    }

    void aCellWiderThanTheSpaceIsCut()
    {
        const CellLayout layout(cells({"a", "wwwwwwwwwwwwwwwwwwwwwwwwwwww", "b"}), QFontMetricsF(QFont()), {}, 60);
        QCOMPARE(layout.rects()[1].width(), 60.0);
        QVERIFY(layout.rects()[2].top() > layout.rects()[1].top());
    }

    void everyCellIsFoundAtItsMiddle()
    {
        std::vector<CanvasCell> many;
        for (int i = 0; i < 200; ++i)
            many.push_back(
                {i % 7 == 0 ? CanvasCell::Kind::Mask : CanvasCell::Kind::Text, QStringLiteral(" w%1").arg(i)});
        const CellLayout layout(many, QFontMetricsF(QFont()), {}, 300);
        for (int i = 0; i < 200; ++i)
            QCOMPARE(layout.cellAt(layout.rects()[size_t(i)].center()), i);
        QCOMPARE(layout.cellAt({-5, 5}), -1);
        QCOMPARE(layout.cellAt({5, layout.height() + 5}), -1);
    }

    void arrowKeysGoThroughTheCells()
    {
        DenoisingCanvas canvas;
        canvas.resize(300, 200);
        canvas.setPieces(test::wordPiece);
        canvas.setFrame(test::makeFrame(0, 40, 40));
        QSignalSpy inspected(&canvas, &DenoisingCanvas::inspectedPositionChanged);
        QTest::keyClick(&canvas, Qt::Key_Home);
        QCOMPARE(canvas.selectedPosition(), 0);
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(canvas.selectedPosition(), 1);
        QTest::keyClick(&canvas, Qt::Key_Down);
        QVERIFY(canvas.selectedPosition() > 2);
        QTest::keyClick(&canvas, Qt::Key_Up);
        QCOMPARE(canvas.selectedPosition(), 1);
        QTest::keyClick(&canvas, Qt::Key_End);
        QCOMPARE(canvas.selectedPosition(), 39);
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(canvas.selectedPosition(), 39);
        QCOMPARE(inspected.last().first().toInt(), 39);
    }

    void textShowsMasksAndJoinsCharacters()
    {
        DenoisingCanvas canvas;
        canvas.setPieces([](TokenId id) {
            const QByteArray bytes[] = {"caf", "\xc3", "\xa9", "!"};
            return models::Piece {bytes[id], false};
        });
        canvas.setFrame(test::makeFrame(0, 4, 3));
        QCOMPARE(canvas.text(), QStringLiteral("caf\u00e9\u2591"));
        canvas.setFrame(test::makeFrame(1, 4, 4));
        QCOMPARE(canvas.text(), QStringLiteral("caf\u00e9!"));
    }

    void onlyChangedCellsArePaintedAgain()
    {
        DenoisingCanvas canvas;
        canvas.setAnimated(false);
        canvas.resize(600, 400);
        canvas.setPieces([](TokenId) { return models::Piece {"www", false}; });
        canvas.setFrame(test::makeFrame(0, 60, 30));
        canvas.show();
        QVERIFY(QTest::qWaitForWindowExposed(&canvas));
        QCoreApplication::processEvents();
        PaintWatch watch;
        canvas.viewport()->installEventFilter(&watch);
        auto next = std::make_shared<diffusion::StepFrame>(*canvas.frame());
        next->step = 1;
        next->positions[3].state = diffusion::PositionState::Changed;
        canvas.setFrame(next);
        QTRY_VERIFY(!watch.painted.isEmpty());
        QVERIFY(watch.painted.boundingRect().width() < 100);
        QVERIFY(watch.painted.boundingRect().height() < 60);
    }

    void replayBarGoesThroughTheSteps()
    {
        ReplayBar bar;
        QCOMPARE(bar.step(), -1);
        bar.setStepCount(10);
        bar.setStep(9);
        QSignalSpy steps(&bar, &ReplayBar::stepChanged);
        bar.setStep(4);
        QCOMPARE(steps.takeFirst().first().toInt(), 4);
        bar.setStep(9);
        steps.clear();
        bar.play(); // from the start, since it stands at the end
        QCOMPARE(bar.step(), 0);
        QVERIFY(bar.isPlaying());
        QTRY_COMPARE_WITH_TIMEOUT(bar.step(), 9, 20'000);
        QVERIFY(!bar.isPlaying());
    }
};

QTEST_MAIN(TestCanvas)
#include "test_canvas.moc"
