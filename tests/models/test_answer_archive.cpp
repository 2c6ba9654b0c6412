// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/frames.h"
#include "widgets/models/answer_archive.h"
#include "widgets/models/step_series.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace lacuna;
using namespace lacuna::models;

namespace {

Answer makeAnswer()
{
    Answer answer;
    answer.text = QStringLiteral("hello");
    answer.mode = QStringLiteral("exact");
    answer.notices = {QStringLiteral("a notice")};
    answer.settings.genLength = 77;
    answer.settings.seed = 0xFFFFFFFFFFFFFFFFULL;
    answer.figures.totalMs = 123.5;
    answer.figures.rowsComputed = 1LL << 40;
    for (int step = 0; step < 20; ++step)
        answer.frames.push_back(test::makeFrame(step, 20, step + 1));
    for (TokenId id = 0; id < 20; ++id)
        answer.pieces.insert(id, test::wordPiece(id));
    return answer;
}

} // namespace

class TestAnswerArchive : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void factsSurviveJson()
    {
        const Answer before = makeAnswer();
        const Answer after = answerFromJson(answerToJson(before));
        QCOMPARE(after.settings, before.settings);
        QCOMPARE(after.mode, before.mode);
        QCOMPARE(after.notices, before.notices);
        QCOMPARE(after.figures.totalMs, before.figures.totalMs);
        QCOMPARE(after.figures.rowsComputed, before.figures.rowsComputed);
    }

    void strangeJsonGivesDefaults()
    {
        const Answer answer =
            answerFromJson({{QStringLiteral("settings"), 5}, {QStringLiteral("forwards"), QJsonValue()}});
        QCOMPARE(answer.settings, GenerationSettings());
        QCOMPARE(answer.figures.forwards, 0);
    }

    void everyStepSurvivesTheTrace()
    {
        const Answer before = makeAnswer();
        Answer after;
        QVERIFY(unpackTrace(packTrace(before), after));
        QCOMPARE(after.frames.size(), before.frames.size());
        QCOMPARE(after.pieces.value(7).bytes, before.pieces.value(7).bytes);
        for (size_t i = 0; i < before.frames.size(); ++i) {
            const diffusion::StepFrame& a = *before.frames[i];
            const diffusion::StepFrame& b = *after.frames[i];
            QCOMPARE(b.step, a.step);
            QCOMPARE(b.blockEnd, a.blockEnd);
            QCOMPARE(b.busyFractions, a.busyFractions);
            QCOMPARE(b.positions.size(), a.positions.size());
            for (size_t p = 0; p < a.positions.size(); ++p) {
                QCOMPARE(b.positions[p].id, a.positions[p].id);
                QCOMPARE(b.positions[p].state, a.positions[p].state);
                QCOMPARE(b.positions[p].settledStep, a.positions[p].settledStep);
                QCOMPARE(b.positions[p].candidates[1].id, a.positions[p].candidates[1].id);
            }
        }
    }

    void damagedTracesAreRefused()
    {
        const QByteArray good = packTrace(makeAnswer());
        for (qsizetype cut = 0; cut < good.size(); cut += 7) {
            Answer answer;
            QVERIFY(!unpackTrace(good.first(cut), answer));
            QVERIFY(answer.frames.empty());
        }
        Answer answer;
        QVERIFY(!unpackTrace(QByteArray::fromHex("ffffffff00112233"), answer)); // claims to be 4 GB
        QVERIFY(!unpackTrace(qCompress("not a trace at all, but well compressed"), answer));
    }

    void stepSeriesIsATable()
    {
        StepSeries series;
        QAbstractItemModelTester tester(&series, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (int step = 0; step < 10; ++step) {
            auto frame = test::makeFrame(step, 8, 1);
            frame->forwardMs = step + 1;
            frame->samplingMs = 0;
            series.append({frame});
        }
        QCOMPARE(series.rowCount(), 10);
        QCOMPARE(series.columnCount(), int(StepSeries::FirstThread) + 2);
        QCOMPARE(series.quantileMs(0.5), 5.0);
        QCOMPARE(series.quantileMs(0.95), 10.0);
        const QList<QByteArray> lines = series.toCsv().split('\n');
        QCOMPARE(lines[0], QByteArray("step,block,forward_ms,sampling_ms,rows_computed,busy_0,busy_1"));
        QCOMPARE(lines[3].split(',').first(3), QList<QByteArray>({"3", "1", "3"}));
        series.setFrames({});
        QCOMPARE(series.quantileMs(0.5), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestAnswerArchive)
#include "test_answer_archive.moc"
