// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark/machine.h"
#include "benchmark/sample_record.h"
#include "widgets/models/benchmark/notices.h"
#include "widgets/models/benchmark/record_json.h"
#include "widgets/models/benchmark/report.h"

#include <QJsonDocument>
#include <QTest>

#include <algorithm>

using namespace lacuna;
using namespace lacuna::benchmark;
using support::sampleRecord;

namespace {

bool has(const std::vector<Notice>& notices, Notice::Kind kind)
{
    return std::any_of(notices.begin(), notices.end(), [kind](const Notice& notice) { return notice.kind == kind; });
}

const Comparison::Line& lineOf(const Comparison& comparison, const char* key)
{
    return *std::find_if(comparison.lines.begin(), comparison.lines.end(),
                         [key](const Comparison::Line& line) { return line.a.key == QLatin1String(key); });
}

} // namespace

class TestBenchmarkRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jsonComesBackAsItWas()
    {
        Record record = sampleRecord();
        record.peers = {{QStringLiteral("llama-bench"),
                         QStringLiteral("llama-bench -o json"),
                         QStringLiteral("b1 (2)"),
                         2,
                         148,
                         {{20, 21}, {22}}}};
        record.notices = {{Notice::Kind::Busy, 0.75, {}}, {Notice::Kind::PeerDiffers, 0, QStringLiteral("threads")}};
        const QByteArray json = recordsToJson({record});
        const auto read = recordsFromJson(json, QStringLiteral("a.json"));
        QVERIFY(read.has_value());
        QCOMPARE(read->size(), size_t(1));
        QCOMPARE(recordsToJson(*read), json);
        QCOMPARE(read->front().settings, record.settings);
        QCOMPARE(read->front().time, record.time);
    }

    void severalRecordsAreAnArray()
    {
        const QByteArray json = recordsToJson({sampleRecord(10), sampleRecord(20)});
        QVERIFY(QJsonDocument::fromJson(json).isArray());
        const auto read = recordsFromJson(json, QStringLiteral("a.json"));
        QVERIFY(read.has_value());
        QCOMPARE(read->size(), size_t(2));
        QVERIFY(summarise(read->back()).stepMs->median > 20);
    }

    void unusableFiles_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << QByteArray("{") << QStringLiteral("exported; choose such a file");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("exported; choose such a file");
        QTest::newRow("no records") << QByteArray("[]") << QStringLiteral("no measurements");
        QTest::newRow("another object") << QByteArray("{\"a\": 1}") << QStringLiteral("no measurement of this");
        QTest::newRow("numbers") << QByteArray("[1, 2]") << QStringLiteral("no measurement of this");
        QTest::newRow("newer") << QByteArray("{\"schema_version\": 2}") << QStringLiteral("newer version");
    }

    void unusableFiles()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, says);
        const auto read = recordsFromJson(json, QStringLiteral("file.json"));
        QVERIFY(!read);
        QVERIFY2(read.error().message.contains(says), qPrintable(read.error().message));
        QVERIFY(read.error().message.startsWith(QLatin1String("file.json")));
    }

    void wrongFieldsDoNoHarm()
    {
        const QByteArray json = R"({"schema_version": 1, "settings": {"n_threads": "two", "seed": -1, "n_gen": 1e300},
            "runs": [7, {"steps": [null, {"forward_ms": -4, "busy": ["x", 5]}], "total_ms": "long"}],
            "peers": [{"samples_ms": 3}], "notices": [{"kind": "unheard of"}], "machine": [], "model": null})";
        const auto read = recordsFromJson(json, QStringLiteral("a.json"));
        QVERIFY(read.has_value());
        const Record& record = read->front();
        QCOMPARE(record.runs.size(), size_t(2));
        QCOMPARE(record.runs[1].steps[1].forwardMs, 0.0);
        QCOMPARE(record.runs[1].steps[1].busy[1], 1.0F);
        QVERIFY(record.notices.empty());
        QVERIFY(!toMarkdown(record).contains(QLatin1String("nan")));
        QVERIFY(compare(record, record).differences.isEmpty());
    }

    void summaryLeavesOutWarmUps()
    {
        Record record = sampleRecord(10);
        record.warmups = sampleRecord(500, 1).runs;
        const Summary summary = summarise(record);
        QCOMPARE(summary.stepMs->median, 10.5);
        QCOMPARE(summary.forwardMs->median, 10.0);
        QCOMPARE(summary.samplingMs->median, 0.5);
        QCOMPARE(summary.firstStepMs->median, 11.0);
        QCOMPARE(summary.totalMs->median, 43.0);
        QCOMPARE(summary.visibleTokensPerSecond->median, 100 * 1000 / 43.0);
        QCOMPARE(summary.stepsPerSecond->median, 4 * 1000 / 43.0);
    }

    void ofAnIncompleteRunOnlyTheStepsCount()
    {
        Record record = sampleRecord(10, 1);
        record.runs.front().complete = false;
        const Summary summary = summarise(record);
        QVERIFY(summary.stepMs.has_value());
        QVERIFY(!summary.totalMs.has_value());
        QVERIFY(!summary.visibleTokensPerSecond.has_value());
    }

    void steadyQuietRunsNeedNoNotice() { QVERIFY(assess(sampleRecord(), 0).empty()); }

    void disturbancesAreNoticed()
    {
        Record record = sampleRecord();
        record.runs[1].busyOthers = 1.02;
        QVERIFY(has(assess(record, 0), Notice::Kind::Busy));
        record = sampleRecord();
        record.machine.busyBefore = 0.9;
        QVERIFY(has(assess(record, 0), Notice::Kind::Busy));
        record = sampleRecord();
        record.machine.power = QStringLiteral("battery");
        QVERIFY(has(assess(record, 0), Notice::Kind::Battery));
        QVERIFY(has(assess(sampleRecord(), 3), Notice::Kind::Throttled));
        record = sampleRecord();
        record.runs.back() = sampleRecord(12).runs.front();
        QVERIFY(has(assess(record, 0), Notice::Kind::Slowing));
        QVERIFY(has(assess(record, 0), Notice::Kind::WideSpread));
        record = sampleRecord();
        record.runs.pop_back();
        QVERIFY(has(assess(record, 0), Notice::Kind::Interrupted));
        record = sampleRecord();
        record.peers = {{QStringLiteral("peer"), {}, {}, 4, 512, {{1}}}};
        QCOMPARE(assess(record, 0).size(), size_t(2)); // threads, rows
    }

    void everyNoticeHasASentence()
    {
        for (int kind = 0; kind <= int(Notice::Kind::PeerDiffers); ++kind) {
            const QString text = noticeText({Notice::Kind(kind), 1, QStringLiteral("it had 2 threads")});
            QVERIFY2(text.endsWith(QLatin1Char('.')) && !text.contains(QLatin1Char('%') + QString::number(1)),
                     qPrintable(text));
        }
    }

    void comparisonOfARecordWithItself()
    {
        const Comparison comparison = compare(sampleRecord(), sampleRecord());
        QVERIFY(comparison.differences.isEmpty());
        QCOMPARE(comparison.lines.size(), size_t(7));
        for (const Comparison::Line& line : comparison.lines)
            QCOMPARE(ratioText(line.ratio), QStringLiteral("no difference"));
    }

    void comparisonTellsFasterAndWhatDiffers()
    {
        Record b = sampleRecord(20);
        b.settings.threads = 1;
        b.machine.isa = QStringLiteral("scalar");
        const Comparison comparison = compare(sampleRecord(10), b);
        QCOMPARE(lineOf(comparison, "step_ms").ratio.verdict, Ratio::Verdict::Higher);
        QCOMPARE(lineOf(comparison, "visible_tokens_per_second").ratio.verdict, Ratio::Verdict::Lower);
        QCOMPARE(comparison.differences,
                 QStringList({QStringLiteral("threads: 2 and 1"), QStringLiteral("instruction set: avx2 and scalar")}));
        QVERIFY(toMarkdown(comparison, QStringLiteral("A"), QStringLiteral("B")).contains(QStringLiteral("1.95 ×")));
    }

    void csvHasALineForEachFigure()
    {
        Record record = sampleRecord();
        record.model.fileName = QStringLiteral("a \"b\", c.gguf");
        const QList<QByteArray> lines = toCsv({record}).split('\n');
        QCOMPARE(lines.size(), 9); // a header, seven figures, the end of the last line
        QVERIFY(lines[1].contains("\"a \"\"b\"\", c.gguf\""));
        QVERIFY(lines[1].contains("\"step_ms\",10.5,10.6,"));
    }

    void markdownSaysWhatIsWrong()
    {
        Record record = sampleRecord();
        record.notices = {{Notice::Kind::Busy, 1.5, {}}};
        const QString text = toMarkdown(record);
        QVERIFY(text.contains(QLatin1String("| Step, ms | 10.50 | 10.60 |")));
        QVERIFY(text.contains(QLatin1String("1.5 processors")));
        QVERIFY(text.contains(QLatin1String("Some Processor")));
    }

    void foldersAreLeftOut()
    {
        QCOMPARE(withoutFolders({QStringLiteral("/home/me/llama-bench"), QStringLiteral("--model=/home/me/a.gguf"),
                                 QStringLiteral("C:\\Users\\me\\b.gguf"), QStringLiteral("-t"), QStringLiteral("2")}),
                 QStringLiteral("llama-bench --model=a.gguf b.gguf -t 2"));
        QCOMPARE(withoutFolders({QStringLiteral("/x/y=/z/w"), QStringLiteral("-o"), QStringLiteral("json")}),
                 QStringLiteral("y=w -o json"));
    }

    void machineIsDescribed()
    {
        const MachineInfo machine = describeMachine();
        QVERIFY(machine.cores >= 1 && machine.logicalProcessors >= machine.cores);
        QVERIFY(!machine.isa.isEmpty());
        QVERIFY(!machine.os.isEmpty());
        if (const QString host = QSysInfo::machineHostName(); host.size() > 3)
            QVERIFY(!machine.os.contains(host));
        QVERIFY(!machine.memoryTotal || *machine.memoryTotal >= machine.memoryAvailable.value_or(0));
        const AppInfo app = describeApp();
        QVERIFY(!app.version.isEmpty() && !app.compiler.isEmpty());
        QVERIFY(!app.flags.contains(QLatin1Char('/')));
    }
};

QTEST_GUILESS_MAIN(TestBenchmarkRecord)
#include "test_benchmark_record.moc"
