// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/canvas_drawing.h"

#include "cli/terminal_text.h"
#include "support/small_tokenizer.h"

#include <QRegularExpression>
#include <QTest>

using namespace lacuna;
using namespace lacuna::cli;
using namespace lacuna::support;
using diffusion::PositionState;

namespace {

diffusion::PositionFrame place(TokenId id, PositionState state, float confidence = 1)
{
    diffusion::PositionFrame frame;
    frame.id = id;
    frame.state = state;
    frame.confidence = confidence;
    return frame;
}

/// Step 3 of 8, the second of two blocks of equal length is active.
diffusion::StepFrame frameOf(std::vector<diffusion::PositionFrame> positions)
{
    diffusion::StepFrame frame;
    frame.step = 2;
    frame.steps = 8;
    frame.block = 1;
    frame.blocks = 2;
    frame.blockBegin = int(positions.size() / 2);
    frame.blockEnd = int(positions.size());
    frame.positions = std::move(positions);
    return frame;
}

/// The lines that a terminal would show, without styles.
QStringList shownLines(const QByteArray& drawn)
{
    QString text = QString::fromUtf8(drawn);
    text.remove(QRegularExpression(QStringLiteral("\x1b\\[[?0-9;]*[A-Za-z]")));
    return text.split(u'\n');
}

} // namespace

class TestCanvasDrawing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plainLineShowsWhatIsThere()
    {
        const CanvasDrawing drawing(smallTokenizer(), true);
        auto frame = frameOf({place(Hello, PositionState::Settled), place(LineFeed, PositionState::Settled),
                              place(Mask, PositionState::Masked, 0.2F), place(Eos, PositionState::New)});
        QCOMPARE(QString::fromUtf8(drawing.plainLine(frame)), QStringLiteral("step 3 of 8, block 2 of 2: Hello↵░■\n"));
        frame.blockEnd = 2; // later blocks are not shown
        QCOMPARE(QString::fromUtf8(drawing.plainLine(frame)), QStringLiteral("step 3 of 8, block 2 of 2: Hello↵\n"));
    }

    void masksAreTheDarkerTheSurer()
    {
        const CanvasDrawing drawing(smallTokenizer(), false);
        auto frame = frameOf({place(Hello, PositionState::Settled), place(Hello, PositionState::Settled),
                              place(Hello, PositionState::Settled), place(Mask, PositionState::Masked, 0.49F),
                              place(Mask, PositionState::Masked, 0.5F), place(Mask, PositionState::Masked, 0.95F)});
        QVERIFY(QString::fromUtf8(drawing.plainLine(frame)).endsWith(QStringLiteral("Hello░▒▓\n")));
    }

    void confidenceShowsWithAndWithoutColour()
    {
        const auto frame = frameOf({place(Hello, PositionState::New, 0.2F), place(World, PositionState::Settled, 0.95F),
                                    place(World, PositionState::Settled, 0.7F), place(Hello, PositionState::Fixed, 0)});
        const QByteArray coloured = CanvasDrawing(smallTokenizer(), true).redraw(frame, {80, 24});
        QVERIFY(coloured.contains("\x1b[1m\x1b[4m\x1b[31mHello")); // new, below 50 %, red
        QVERIFY(coloured.contains("\x1b[0m\x1b[32m world"));
        QVERIFY(coloured.contains("\x1b[0m\x1b[33m world"));
        QVERIFY(coloured.contains("\x1b[0mHello"));
        const QByteArray plain = CanvasDrawing(smallTokenizer(), false).redraw(frame, {80, 24});
        QVERIFY(plain.contains("\x1b[1m\x1b[4mHello"));
        QVERIFY(!plain.contains("\x1b[3"));
    }

    void redrawReplacesTheLinesBefore()
    {
        CanvasDrawing drawing(smallTokenizer(), true);
        const auto frame = frameOf({place(Hello, PositionState::New), place(World, PositionState::New)});
        const QByteArray first = drawing.redraw(frame, {80, 24});
        QCOMPARE(shownLines(first).size(), 4); // title, canvas, legend, and where the cursor rests
        QCOMPARE(shownLines(first)[1], QStringLiteral("Hello world"));
        QVERIFY(!first.startsWith("\x1b[3A"));
        QVERIFY(drawing.redraw(frame, {80, 24}).startsWith("\x1b[3A\r"));
    }

    void linesKeepToTheWidthOfTheTerminal()
    {
        CanvasDrawing drawing(smallTokenizer(), true);
        std::vector<diffusion::PositionFrame> positions;
        for (int i = 0; i < 12; ++i) {
            positions.push_back(place(ChineseHead, PositionState::Settled));
            positions.push_back(place(ChineseTail, PositionState::Settled));
        }
        const QStringList lines = shownLines(drawing.redraw(frameOf(positions), {11, 24}));
        QCOMPARE(lines[1], QStringLiteral("中中中中中")); // two columns each: a sixth would not fit into eleven
        QCOMPARE(lines[2], QStringLiteral("中中中中中"));
        QCOMPARE(lines[3], QStringLiteral("中中"));
    }

    void lineFeedsBreakLines()
    {
        CanvasDrawing drawing(smallTokenizer(), true);
        const auto frame = frameOf({place(Hello, PositionState::New), place(LineFeed, PositionState::New),
                                    place(LineFeed, PositionState::New), place(Hello, PositionState::New)});
        const QStringList lines = shownLines(drawing.redraw(frame, {80, 24}));
        QCOMPARE(lines[1], QStringLiteral("Hello↵"));
        QCOMPARE(lines[2], QStringLiteral("↵"));
        QCOMPARE(lines[3], QStringLiteral("Hello"));
    }

    void aCanvasHigherThanTheTerminalShowsTheActiveBlock()
    {
        CanvasDrawing drawing(smallTokenizer(), true);
        std::vector<diffusion::PositionFrame> positions(40, place(LineFeed, PositionState::Settled));
        positions[20] = place(Hello, PositionState::Settled); // first of the active block
        const QStringList lines = shownLines(drawing.redraw(frameOf(positions), {80, 10}));
        QCOMPARE(lines.size(), 10);
        QVERIFY(lines[1].startsWith(QStringLiteral("Hello")));
    }

    void aTerminalOfNoSizeIsHarmless()
    {
        CanvasDrawing drawing(smallTokenizer(), true);
        const auto frame = frameOf({place(Hello, PositionState::New), place(World, PositionState::New)});
        QVERIFY(!drawing.redraw(frame, {0, 0}).isEmpty());
        QVERIFY(!drawing.redraw(frameOf({}), {0, 0}).isEmpty());
    }

    void tokensCannotDriveTheTerminal()
    {
        CanvasDrawing drawing(smallTokenizer(), false);
        const auto frame = frameOf({place(Escape, PositionState::Settled), place(Hello, PositionState::Settled)});
        QCOMPARE(shownLines(drawing.redraw(frame, {80, 24}))[1], QStringLiteral("\ufffdHello"));
        QVERIFY(!drawing.plainLine(frame).contains('\x1b'));
    }

    void charactersOnATerminal_data()
    {
        QTest::addColumn<uint>("character");
        QTest::addColumn<uint>("shown");
        QTest::addColumn<int>("width");
        QTest::newRow("letter") << uint('a') << uint('a') << 1;
        QTest::newRow("umlaut") << 0xe4U << 0xe4U << 1;
        QTest::newRow("combining") << 0x301U << 0x301U << 0;
        QTest::newRow("joiner") << 0x200dU << 0x200dU << 0;
        QTest::newRow("Chinese") << 0x4e2dU << 0x4e2dU << 2;
        QTest::newRow("Hangul") << 0xd55cU << 0xd55cU << 2;
        QTest::newRow("fullwidth") << 0xff21U << 0xff21U << 2;
        QTest::newRow("emoji") << 0x1f600U << 0x1f600U << 2;
        QTest::newRow("Devanagari") << 0x915U << 0x915U << 1;
        QTest::newRow("tab") << 9U << 0x20U << 1;
        QTest::newRow("bell") << 7U << 0xfffdU << 1;
        QTest::newRow("escape") << 0x1bU << 0xfffdU << 1;
        QTest::newRow("C1 control") << 0x9bU << 0xfffdU << 1;
        QTest::newRow("right to left override") << 0x202eU << 0xfffdU << 1;
        QTest::newRow("isolate") << 0x2066U << 0xfffdU << 1;
        QTest::newRow("line separator") << 0x2028U << 0xfffdU << 1;
    }

    void charactersOnATerminal()
    {
        QFETCH(uint, character);
        const char32_t shown = displayable(char32_t(character));
        QTEST(uint(shown), "shown");
        QTEST(displayWidth(shown), "width");
    }
};

QTEST_GUILESS_MAIN(TestCanvasDrawing)
#include "test_canvas_drawing.moc"
