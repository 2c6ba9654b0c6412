// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/peer.h"

#include <QElapsedTimer>
#include <QTest>

using namespace lacuna;
using namespace lacuna::benchmark;

namespace {

// What two tests look like in llama-bench's output; the second one is over 160 rows.
const QByteArray LlamaBench = R"([
  {"build_commit": "abc1234", "build_number": 99, "backends": "CPU", "n_threads": 2, "n_prompt": 512, "n_gen": 0,
   "samples_ns": [9000000]},
  {"build_commit": "abc1234", "build_number": 99, "backends": "CPU", "n_threads": 2, "n_prompt": 160, "n_gen": 0,
   "samples_ns": [2500000, 3500000]},
  {"build_commit": "abc1234", "build_number": 99, "backends": "CPU", "n_threads": 2, "n_prompt": 0, "n_gen": 160,
   "samples_ns": [1000000]}])";

Result<PeerSample> run(const char* line, std::stop_token stop = {})
{
    return runPeer({PeerCommand::Kind::Step, QString::fromUtf8(line)}, 160, stop);
}

} // namespace

class TestBenchmarkPeer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void llamaBenchGivesThePromptTestOverTheRows()
    {
        const auto sample = readLlamaBench(LlamaBench, 160);
        QVERIFY(sample.has_value());
        QCOMPARE(sample->stepMs, std::vector<double>({2.5, 3.5}));
        QCOMPARE(sample->rows.value_or(0), 160);
        QCOMPARE(sample->threads.value_or(0), 2);
        QCOMPARE(sample->version, QStringLiteral("abc1234 (99), CPU"));
        QCOMPARE(readLlamaBench(LlamaBench, 7)->rows.value_or(0), 512);
    }

    void stepTimesAreNumbersOrAnObject()
    {
        QCOMPARE(readStepTimes(" 1.5\n2.5 3\n")->stepMs, std::vector<double>({1.5, 2.5, 3}));
        const auto sample =
            readStepTimes(R"({"program": "time_step", "llama": "1.2", "threads": 2, "rows": 160, "wallMs": [4, 5]})");
        QVERIFY(sample.has_value());
        QCOMPARE(sample->name, QStringLiteral("time_step"));
        QCOMPARE(sample->stepMs, std::vector<double>({4, 5}));
        QCOMPARE(sample->rows.value_or(0), 160);
    }

    void whatIsNoTimeIsRefused_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("words") << QByteArray("12 ms");
        QTest::newRow("not a number") << QByteArray("nan");
        QTest::newRow("infinite") << QByteArray("inf");
        QTest::newRow("zero") << QByteArray("0");
        QTest::newRow("negative") << QByteArray("3 -4");
        QTest::newRow("no times") << QByteArray("{\"wallMs\": []}");
        QTest::newRow("wrong times") << QByteArray("{\"wallMs\": [\"a\", -1]}");
    }

    void whatIsNoTimeIsRefused()
    {
        QFETCH(QByteArray, output);
        QVERIFY(!readStepTimes(output));
        QVERIFY(!readLlamaBench(output, 160));
    }

    void programsAreRunWithTheirArguments()
    {
        const auto sample = run("printf \"%s %s\" 1.25 2");
        QVERIFY2(sample.has_value(), sample ? "" : qPrintable(sample.error().message));
        QCOMPARE(sample->stepMs, std::vector<double>({1.25, 2}));
        QCOMPARE(sample->name, QStringLiteral("printf"));
    }

    void failuresAreSentences()
    {
        QVERIFY(run("").error().message.contains(QLatin1String("empty")));
        QVERIFY(run("no-such-program-anywhere 1").error().message.contains(QLatin1String("could not be started")));
        const auto failed = run("sh -c \"echo first >&2; echo the reason >&2; exit 3\"");
        QCOMPARE(failed.error().message, QStringLiteral("sh failed: the reason"));
        QVERIFY(run("echo hello").error().message.contains(QLatin1String("\"hello\"")));
    }

    void aStopEndsTheProgram()
    {
        std::stop_source stop;
        stop.request_stop();
        QElapsedTimer timer;
        timer.start();
        const auto sample = run("sleep 60", stop.get_token());
        QVERIFY(!sample);
        QCOMPARE(sample.error().code, Error::Code::Cancelled);
        QVERIFY(timer.elapsed() < 5000);
    }
};

QTEST_GUILESS_MAIN(TestBenchmarkPeer)
#include "test_benchmark_peer.moc"
