// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/cli_process.h"
#include "support/gguf_writer.h"
#include "support/random_model.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <csignal>
#include <numeric>
#include <set>

using namespace lacuna;
using namespace lacuna::support;

namespace {

QList<QByteArray> linesOf(const QByteArray& text)
{
    QList<QByteArray> lines = text.split('\n');
    if (!lines.isEmpty() && lines.back().isEmpty())
        lines.pop_back();
    return lines;
}

QList<QJsonObject> eventsOf(const QByteArray& out)
{
    QList<QJsonObject> events;
    for (const QByteArray& line : linesOf(out))
        events << QJsonDocument::fromJson(line).object();
    return events;
}

QJsonArray array(const QJsonObject& object, const char* key)
{
    return object[QLatin1String(key)].toArray();
}

} // namespace

/// lacuna-cli run, as a user runs it, on a random model.
class TestRun : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_directory;
    QString m_model;

    QString path(const char* name) const { return m_directory.filePath(QString::fromUtf8(name)); }

    QString writeFile(const char* name, const QByteArray& content) const
    {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
    }

    CliResult run(const QStringList& arguments, const QByteArray& input = {}) const
    {
        return runCli(QStringList {QStringLiteral("run"), QStringLiteral("-m"), m_model} + arguments, input);
    }

    static QStringList words(const char* text) { return QString::fromUtf8(text).split(u' '); }

private Q_SLOTS:
    void initTestCase()
    {
        RandomModel model;
        model.name = "random";
        model.context = 2048;
        m_model = path("mod\303\250le \346\250\241\345\236\213.gguf"); // neither ASCII nor one word
        const auto written = writeRandomModel(model, m_model);
        QVERIFY2(written, written ? "" : qPrintable(written.error().message));
    }

    void idsInIdsOut()
    {
        const CliResult result =
            run(words("--ids 70,71,72 --out-ids -n 12 --block-length 5 --steps 6 --no-stop-at-end"));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.error, QByteArray());
        QVERIFY(result.out.endsWith('\n'));
        const QList<QByteArray> ids = result.out.trimmed().split(',');
        QCOMPARE(ids.size(), 12);
        for (const QByteArray& id : ids) {
            bool isNumber = false;
            QVERIFY(id.toInt(&isNumber) >= 0 && isNumber);
        }
    }

    void jsonIsAnEventALine()
    {
        const QStringList sampling = words("--ids 70,71 -n 12 --block-length 5 --steps 6 --no-stop-at-end");
        const CliResult result = run(sampling + words("--json"));
        QCOMPARE(result.exitCode, 0);
        const QList<QJsonObject> events = eventsOf(result.out);
        QCOMPARE(events.size(), 8); // start, 6 steps, end
        QCOMPARE(events.front()[QLatin1String("event")].toString(), QStringLiteral("start"));
        QCOMPARE(array(events.front(), "prompt_ids"), QJsonArray({70, 71}));
        QCOMPARE(events.front()[QLatin1String("gen_length")].toInt(), 12);
        std::set<int> positions;
        int masks = 12;
        for (int i = 1; i <= 6; ++i) {
            const QJsonObject& step = events[i];
            QCOMPARE(step[QLatin1String("event")].toString(), QStringLiteral("step"));
            QCOMPARE(step[QLatin1String("step")].toInt(), i - 1);
            QCOMPARE(step[QLatin1String("rows")].toInt(), 14);
            for (const QJsonValue& value : array(step, "committed")) {
                const QJsonObject committed = value.toObject();
                const int position = committed[QLatin1String("position")].toInt();
                QVERIFY(positions.insert(position).second);
                QVERIFY(position >= step[QLatin1String("block_begin")].toInt());
                QVERIFY(position < step[QLatin1String("block_end")].toInt());
                QCOMPARE(array(step, "ids")[position], committed[QLatin1String("id")]);
                QCOMPARE(array(committed, "candidates").size(), 5);
                const QJsonObject best = array(committed, "candidates")[0].toObject();
                QCOMPARE(best[QLatin1String("id")], committed[QLatin1String("id")]);
                QCOMPARE(best[QLatin1String("probability")], committed[QLatin1String("confidence")]);
                --masks;
            }
            QCOMPARE(step[QLatin1String("masks")].toInt(), masks);
        }
        QCOMPARE(masks, 0);
        const QJsonObject& end = events.back();
        QCOMPARE(end[QLatin1String("event")].toString(), QStringLiteral("end"));
        QCOMPARE(end[QLatin1String("mode")].toString(), QStringLiteral("exact"));
        QCOMPARE(end[QLatin1String("stopped")].toBool(true), false);
        QCOMPARE(end[QLatin1String("steps")].toInt(), 6);

        QStringList ids;
        for (const QJsonValue& id : array(end, "ids"))
            ids << QString::number(id.toInt());
        QCOMPARE(run(sampling + words("--out-ids")).out, ids.join(u',').toUtf8() + '\n');
        QCOMPARE(run(sampling).out, end[QLatin1String("text")].toString().toUtf8() + '\n');
    }

    void helpNamesEveryOptionAndField()
    {
        const CliResult help = runCli(words("run --help"));
        QCOMPARE(help.exitCode, 0);
        for (const char* option : {"--model",
                                   "--prompt",
                                   "--system",
                                   "--raw-prompt",
                                   "--ids",
                                   "--gen-length N=128",
                                   "--block-length N=32",
                                   "(default: half as many)",
                                   "--threshold",
                                   "--no-stop-at-end",
                                   "--temperature T=0",
                                   "--cfg-scale S=0",
                                   "--remasking HOW=low_confidence",
                                   "--logits-eos-inf",
                                   "--confidence-eos-eot-inf",
                                   "--seed N=0",
                                   "--visual",
                                   "--out-ids",
                                   "--json",
                                   "--stats",
                                   "--threads N=0"})
            QVERIFY2(help.out.contains(option), option);
        const CliResult result = run(words("--ids 70 -n 2 --block-length 2 --steps 1 --json"));
        for (const QJsonObject& event : eventsOf(result.out)) {
            for (const QString& key : event.keys())
                QVERIFY2(help.out.contains(key.toUtf8()), qPrintable(key));
        }
    }

    void withoutAModelTheIncludedOneAnswers()
    {
        const CliResult result =
            runCli({QStringLiteral("run"), QStringLiteral("-p"), QStringLiteral("What is the capital of France?")});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out, QByteArray("The capital of France is Paris.\n"));
    }

    void withoutATerminalTheDrawingIsALineAStep()
    {
        const CliResult result = run(words("-p abc -n 12 --block-length 6 --steps 6 --no-stop-at-end --visual"));
        QCOMPARE(result.exitCode, 0);
        const QList<QByteArray> lines = linesOf(result.error);
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines[0].startsWith("step 1 of 6, block 1 of 2: "));
        QVERIFY(lines[5].startsWith("step 6 of 6, block 2 of 2: "));
        QVERIFY(!result.error.contains('\x1b'));
        QVERIFY(QString::fromUtf8(lines[0]).count(u'\u2591') + QString::fromUtf8(lines[0]).count(u'\u2592')
                    + QString::fromUtf8(lines[0]).count(u'\u2593')
                == 4);
        QCOMPARE(result.out, run(words("-p abc -n 12 --block-length 6 --steps 6 --no-stop-at-end")).out);
    }

    void statisticsGoToStderr()
    {
        const CliResult result = run(words("--ids 70 -n 8 --block-length 4 --steps 4 --no-stop-at-end --stats"));
        QCOMPARE(result.exitCode, 0);
        const QList<QByteArray> lines = linesOf(result.error);
        QCOMPARE(lines.size(), 17); // heading, four steps, heading, ten parts, summary
        QVERIFY(lines[0].contains("forward ms"));
        QVERIFY(lines[5].contains("ms a step"));
        QVERIFY(lines[6].startsWith("other "));
        double shares = 0;
        for (const QByteArray& line : lines.mid(6, 10)) {
            QVERIFY(line.endsWith('%'));
            shares += line.mid(line.lastIndexOf(' ') + 1).chopped(1).toDouble();
        }
        QVERIFY(std::abs(shares - 100) < 1); // each rounded to a tenth
        QVERIFY(lines[16].startsWith("mode exact: 4 steps, 4 forwards, 36 rows in "));
        QVERIFY(lines[16].contains("visible tokens"));
    }

    void theSeedDecidesAndThreadsDoNot()
    {
        const QStringList sampling =
            words("--ids 70,71 -n 24 --block-length 8 --steps 12 --temperature 1 --no-stop-at-end --out-ids");
        const CliResult one = run(sampling + words("--seed 7 --threads 1"));
        QCOMPARE(one.exitCode, 0);
        for (const char* threads : {"2", "3", "8"})
            QCOMPARE(run(sampling + words("--seed 7 --threads") + words(threads)).out, one.out);
        QVERIFY(run(sampling + words("--seed 8 --threads 2")).out != one.out);
    }

    void anUnknownInstructionSetIsRefused()
    {
        qputenv("LACUNA_ISA", "mmx");
        const CliResult result = run(words("--ids 70 -n 8"));
        qunsetenv("LACUNA_ISA");
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.error.contains("The environment variable LACUNA_ISA is \"mmx\""));
        QVERIFY(result.error.contains("scalar"));
        QCOMPARE(result.out, QByteArray());
    }

    void samplerOptionsArrive()
    {
        const CliResult result = run(words("--ids 70 -n 8 --block-length 4 --steps 3 --temperature 0.5 --cfg-scale 1.5 "
                                           "--remasking random --logits-eos-inf --confidence-eos-eot-inf --seed 3 "
                                           "--no-stop-at-end --threads 2 --json"));
        QCOMPARE(result.exitCode, 0);
        const QList<QJsonObject> events = eventsOf(result.out);
        const QJsonObject& start = events.front();
        QCOMPARE(start[QLatin1String("block_length")].toInt(), 4);
        QCOMPARE(start[QLatin1String("steps")].toInt(), 3);
        QCOMPARE(start[QLatin1String("temperature")].toDouble(), 0.5);
        QCOMPARE(start[QLatin1String("cfg_scale")].toDouble(), 1.5);
        QCOMPARE(start[QLatin1String("remasking")].toString(), QStringLiteral("random"));
        QVERIFY(start[QLatin1String("logits_eos_inf")].toBool());
        QVERIFY(start[QLatin1String("confidence_eos_eot_inf")].toBool());
        QVERIFY(start[QLatin1String("threshold")].isNull());
        QVERIFY(!start[QLatin1String("stop_at_end")].toBool(true));
        QCOMPARE(start[QLatin1String("seed")].toString(), QStringLiteral("3"));
        QCOMPARE(start[QLatin1String("threads")].toInt(), 2);
        QCOMPARE(events[1][QLatin1String("forwards")].toInt(), 2);

        const CliResult threshold =
            run(words("--ids 70 -n 8 --block-length 4 --threshold 0.25 --json --no-stop-at-end"));
        QCOMPARE(eventsOf(threshold.out).back()[QLatin1String("mode")].toString(), QStringLiteral("threshold 0.25"));
    }

    void promptsFromStdinAreTheSame()
    {
        const QStringList sampling = words("-n 1 --block-length 1 --steps 1 --json");
        const auto promptOf = [&](const QStringList& prompt, const QByteArray& input = {}) {
            const CliResult result = run(prompt + sampling, input);
            return result.exitCode == 0 ? array(eventsOf(result.out).front(), "prompt_ids") : QJsonArray();
        };
        const QJsonArray given = promptOf({QStringLiteral("-p"), QStringLiteral("two words")});
        QVERIFY(given.size() > 2);
        QCOMPARE(promptOf(words("-p -"), "two words"), given);
        QCOMPARE(promptOf(words("-p -"), "two words\n"), given); // as `echo` gives it
        QVERIFY(promptOf({QStringLiteral("-p"), QStringLiteral("two words"), QStringLiteral("--system"),
                          QStringLiteral("x")})
                    .size()
                > given.size());
    }

    void controlTokensAreTextUnlessThePromptIsRaw()
    {
        const QStringList sampling = words("-n 1 --block-length 1 --steps 1 --json");
        const auto promptOf = [&](const QStringList& prompt) {
            return array(eventsOf(run(prompt + sampling).out).front(), "prompt_ids");
        };
        const QJsonArray bos = promptOf({QStringLiteral("--raw-prompt"), QStringLiteral("-p"), QString()});
        QCOMPARE(bos.size(), 1); // an empty prompt is legal: the model starts from BOS alone
        QCOMPARE(promptOf({QStringLiteral("--raw-prompt"), QStringLiteral("-p"), QStringLiteral("<|startoftext|>")}),
                 bos);
        const QJsonArray raw = promptOf(words("--raw-prompt -p a<|mdm_mask|>b"));
        QCOMPARE(raw.size(), 4);
        QCOMPARE(raw[0], bos[0]);
        const QJsonArray chat = promptOf(words("-p a<|mdm_mask|>b"));
        QCOMPARE(chat[0], bos[0]);
        QVERIFY(!chat.contains(raw[2])); // a user cannot slip in a mask
    }

    void correctionsAreToldOnStderr()
    {
        const CliResult capped = run(words("--ids 70 -n 4 --block-length 4 --steps 9 --no-stop-at-end"));
        QCOMPARE(capped.exitCode, 0);
        QVERIFY(capped.error.startsWith("lacuna-cli: 4 steps are run instead of 9"));
        QVERIFY(run(words("--ids 70 -n 2 --steps 2 --seed 4")).error.contains("--seed changes nothing"));
        QVERIFY(run(words("--ids 70 -n 2 --steps 2 --threshold 0.9")).error.contains("--steps is not used"));
    }

    void anAnswerOfNothingIsLegal()
    {
        const CliResult result = run(words("--ids 70 -n 0"));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out, QByteArray("\n"));
    }

    void interruptPrintsWhatIsThere()
    {
#ifdef Q_OS_WIN
        QSKIP("console signals cannot be sent to one process");
#else
        QProcess process;
        process.start(cliProgram(),
                      QStringList {QStringLiteral("run"), QStringLiteral("-m"), m_model}
                          + words("--ids 70 -n 1500 --block-length 1500 --steps 1500 --no-stop-at-end --json"));
        QByteArray out;
        while (out.count('\n') < 2) { // the start and the first step
            QVERIFY(process.waitForReadyRead(60000));
            out += process.readAllStandardOutput();
        }
        QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        out += process.readAllStandardOutput();
        const QJsonObject end = eventsOf(out).back();
        QCOMPARE(end[QLatin1String("event")].toString(), QStringLiteral("end"));
        QVERIFY(end[QLatin1String("stopped")].toBool());
        const int steps = end[QLatin1String("steps")].toInt();
        QVERIFY(steps >= 1 && steps < 1500);
        QCOMPARE(linesOf(out).size(), steps + 2);
#endif
    }

    void filesThatCannotRunAreRefused_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("words");
        GgufWriter other;
        other.set("general.architecture", MetaValue::string("gpt2"));
        QTest::newRow("missing") << path("missing.gguf") << QByteArray("missing.gguf");
        QTest::newRow("a directory") << m_directory.path() << QByteArray("folder");
        QTest::newRow("empty") << writeFile("empty.gguf", {}) << QByteArray("empty.gguf");
        QTest::newRow("not GGUF") << writeFile("text.gguf", QByteArray(1000, 'x')) << QByteArray("GGUF");
        QTest::newRow("other architecture") << writeFile("gpt2.gguf", other.toBytes()) << QByteArray("gpt2");
    }

    void filesThatCannotRunAreRefused()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, words);
        const CliResult result =
            runCli({QStringLiteral("run"), QStringLiteral("-m"), file, QStringLiteral("-p"), QStringLiteral("hello")});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.out, QByteArray());
        QVERIFY(result.error.startsWith("lacuna-cli: "));
        QVERIFY2(result.error.contains(words), result.error.constData());
        QVERIFY(result.error.endsWith('\n'));
    }

    void requestsThatMakeNoSenseAreRefused()
    {
        const CliResult id = run(words("--ids 1000000"));
        QCOMPARE(id.exitCode, 1);
        QVERIFY(id.error.contains("has the id 1000000"));
        const CliResult length = run(words("--ids 70 -n 4000"));
        QCOMPARE(length.exitCode, 1);
        QVERIFY(length.error.contains("this model takes 2048"));
        const CliResult huge = run(words("--ids 70 -n 2000000000 --visual"));
        QCOMPARE(huge.exitCode, 1);
    }

    void commandLinesThatMakeNoSenseAreUsageErrors_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::newRow("no prompt") << QStringLiteral("-n 3");
        QTest::newRow("two prompts") << QStringLiteral("-p a --ids 3");
        QTest::newRow("unknown option") << QStringLiteral("-p a --speed 11");
        QTest::newRow("no steps") << QStringLiteral("-p a --steps 0");
        QTest::newRow("not a number") << QStringLiteral("-p a --gen-length many");
        QTest::newRow("ids that are none") << QStringLiteral("--ids 1,x");
        QTest::newRow("threshold beyond 1") << QStringLiteral("-p a --threshold 2");
        QTest::newRow("unknown remasking") << QStringLiteral("-p a --remasking best");
        QTest::newRow("system prompt of a raw prompt") << QStringLiteral("-p a --raw-prompt --system b");
        QTest::newRow("two outputs") << QStringLiteral("-p a --json --out-ids");
        QTest::newRow("negative seed") << QStringLiteral("-p a --seed -1");
        QTest::newRow("temperature that is no number") << QStringLiteral("-p a --temperature nan");
        QTest::newRow("infinite temperature") << QStringLiteral("-p a --temperature inf");
        QTest::newRow("negative threads") << QStringLiteral("-p a --threads -1");
    }

    void commandLinesThatMakeNoSenseAreUsageErrors()
    {
        QFETCH(QString, arguments);
        const CliResult result = run(arguments.split(u' '));
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.out, QByteArray());
        QVERIFY(!result.error.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestRun)
#include "test_run.moc"
