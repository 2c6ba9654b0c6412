// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/cli_process.h"
#include "support/random_model.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lacuna;
using namespace lacuna::support;

namespace {

QStringList words(const char* text)
{
    return QString::fromUtf8(text).split(u' ');
}

QJsonArray array(const QJsonObject& object, const char* key)
{
    return object[QLatin1String(key)].toArray();
}

QJsonObject object(const QJsonObject& object, const char* key)
{
    return object[QLatin1String(key)].toObject();
}

QJsonObject parsed(const QByteArray& json)
{
    return QJsonDocument::fromJson(json).object();
}

bool hasNotice(const QJsonObject& record, const char* kind)
{
    for (const QJsonValue& notice : array(record, "notices")) {
        if (notice[QLatin1String("kind")] == QLatin1String(kind))
            return true;
    }
    return false;
}

/// Another program that uses a processor: its time must not be this process's.
class Spinner {
public:
    Spinner() { m_process.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("while :; do :; done")}); }
    ~Spinner()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    bool isRunning() { return m_process.waitForStarted(); }

private:
    QProcess m_process;
};

} // namespace

/// lacuna-cli bench, as a user runs it, on a random model.
class TestBench : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_directory;
    QString m_model;

    QString path(const char* name) const { return m_directory.filePath(QString::fromUtf8(name)); }

    CliResult bench(const QStringList& arguments) const
    {
        return runCli(QStringList {QStringLiteral("bench"), QStringLiteral("-m"), m_model} + arguments);
    }

    /// Measures and leaves the record in a file.
    bool record(const char* name, const QStringList& arguments) const
    {
        return bench(arguments + QStringList {QStringLiteral("--out"), path(name)}).exitCode == 0;
    }

    static QByteArray schemaErrors(const QString& file)
    {
        QProcess check;
        check.start(QStringLiteral(LACUNA_SOURCE_DIR "/bench/check_records"), {file});
        if (!check.waitForFinished(60000))
            return "bench/check_records did not run";
        const QByteArray errors = check.readAllStandardError();
        return check.exitCode() == 0 || !errors.isEmpty() ? errors : QByteArray("failed");
    }

private Q_SLOTS:
    void initTestCase()
    {
        RandomModel model;
        model.name = "random";
        model.context = 2048;
        m_model = path("secret folder/mod\303\250le.gguf");
        QVERIFY(QDir(m_directory.path()).mkdir(QStringLiteral("secret folder")));
        const auto written = writeRandomModel(model, m_model);
        QVERIFY2(written, written ? "" : qPrintable(written.error().message));
    }

    void theProtocolIsTheDefault()
    {
        const CliResult result = bench(words("--json"));
        QVERIFY2(result.exitCode == 0, result.error.constData());
        const QJsonObject record = parsed(result.out);
        const QJsonObject settings = object(record, "settings");
        QCOMPARE(settings[QLatin1String("test")].toString(), QStringLiteral("protocol"));
        QCOMPARE(settings[QLatin1String("n_gen")].toInt(), 128);
        QCOMPARE(settings[QLatin1String("block_length")].toInt(), 32);
        QCOMPARE(settings[QLatin1String("steps")].toInt(), 32);
        QCOMPARE(settings[QLatin1String("mode")].toString(), QStringLiteral("exact"));
        QCOMPARE(array(record, "warmups").size(), 1);
        QCOMPARE(array(record, "runs").size(), 3);
        for (const QJsonValue& run : array(record, "runs")) {
            QCOMPARE(run[QLatin1String("steps")].toArray().size(), 32);
            QCOMPARE(run[QLatin1String("forwards")].toInt(), 32);
            QVERIFY(run[QLatin1String("total_ms")].toDouble() >= run[QLatin1String("first_step_ms")].toDouble());
            QVERIFY(run[QLatin1String("peak_memory")].toDouble() > 0);
        }
        QCOMPARE(object(record, "model")[QLatin1String("model_filename")].toString(), QString::fromUtf8("modèle.gguf"));
    }

    void recordsFollowTheSchemaAndTellNothingElse()
    {
        QVERIFY(record("a.json", words("--runs 2 --threads 1,2 --steps 4")));
        QCOMPARE(schemaErrors(path("a.json")), QByteArray());
        QFile file(path("a.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray json = file.readAll();
        QVERIFY(!json.contains("secret folder"));
        QVERIFY(!json.contains(m_directory.path().toUtf8()));
        if (const QString host = QSysInfo::machineHostName(); host.size() > 3)
            QVERIFY(!json.contains(host.toUtf8()));
        const QJsonArray records = QJsonDocument::fromJson(json).array();
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0][QLatin1String("settings")][QLatin1String("n_threads")].toInt(), 1);
        QCOMPARE(records[1][QLatin1String("settings")][QLatin1String("n_threads")].toInt(), 2);
        const auto busy = records[1][QLatin1String("runs")][0][QLatin1String("steps")][0][QLatin1String("busy")];
        QCOMPARE(busy.toArray().size(), 2);
    }

    void theSchemaRefusesWhatIsNoRecord()
    {
        QVERIFY(record("b.json", words("--runs 1 --steps 2")));
        QFile file(path("b.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QJsonObject wrong = parsed(file.readAll());
        wrong.insert(QStringLiteral("user"), QStringLiteral("me"));
        wrong.remove(QStringLiteral("machine"));
        QFile other(path("wrong.json"));
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write(QJsonDocument(wrong).toJson()) > 0);
        other.close();
        const QByteArray errors = schemaErrors(other.fileName());
        QVERIFY2(errors.contains("'user' was unexpected") && errors.contains("'machine' is a required"), errors);
    }

    void everyOptionArrives()
    {
        const CliResult result = bench(words("-p hi -n 16 --block-length 8 --steps 4 --temperature 0.5 --cfg-scale 1.5 "
                                             "--remasking random --seed 18446744073709551615 --runs 1 --warmups 0 "
                                             "--threads 1 --stop-at-end --json"));
        QVERIFY2(result.exitCode == 0, result.error.constData());
        const QJsonObject settings = object(parsed(result.out), "settings");
        QCOMPARE(settings[QLatin1String("prompt")].toString(), QStringLiteral("custom"));
        QCOMPARE(settings[QLatin1String("n_gen")].toInt(), 16);
        QCOMPARE(settings[QLatin1String("block_length")].toInt(), 8);
        QCOMPARE(settings[QLatin1String("steps")].toInt(), 4);
        QCOMPARE(settings[QLatin1String("temperature")].toDouble(), 0.5);
        QCOMPARE(settings[QLatin1String("cfg_scale")].toDouble(), 1.5);
        QCOMPARE(settings[QLatin1String("remasking")].toString(), QStringLiteral("random"));
        QCOMPARE(settings[QLatin1String("seed")].toString(), QStringLiteral("18446744073709551615"));
        QCOMPARE(settings[QLatin1String("stop_at_end")].toBool(), true);
        QCOMPARE(settings[QLatin1String("n_threads")].toInt(), 1);
        QVERIFY(array(parsed(result.out), "warmups").isEmpty());

        const CliResult filler = bench(words("--prompt-tokens 100 -n 8 --threshold 0.25 --runs 1 --warmups 0 --json"));
        QCOMPARE(object(parsed(filler.out), "settings")[QLatin1String("n_prompt")].toInt(), 100);
        QCOMPARE(object(parsed(filler.out), "settings")[QLatin1String("mode")].toString(),
                 QStringLiteral("threshold 0.25"));
    }

    void rowsAreTheWholeCanvas()
    {
        for (const int rows : {160, 7}) {
            const CliResult result = bench(words("--runs 1 --json --rows") << QString::number(rows));
            QVERIFY2(result.exitCode == 0, result.error.constData());
            const QJsonValue step = array(parsed(result.out), "runs")[0][QLatin1String("steps")][0];
            QCOMPARE(step[QLatin1String("rows")].toInt(), rows);
        }
    }

    void tablesForPeopleAndPrograms()
    {
        const QStringList quick = words("--runs 2 --steps 4");
        const CliResult table = bench(quick);
        QVERIFY(table.out.contains("Model    mod\303\250le.gguf (llada, "));
        QVERIFY(QRegularExpression(QStringLiteral("Step +ms +[0-9.,]+ +[0-9.,]+ +± [0-9.]+ %"))
                    .match(QString::fromUtf8(table.out))
                    .hasMatch());
        QVERIFY(bench(quick + words("--markdown")).out.startsWith("| | median | 95 % below | spread |\n"));
        QCOMPARE(bench(quick + words("--csv")).out.count('\n'), 8);
    }

    void progressTellsRunsAndTimeLeft()
    {
        const QByteArray progress = bench(words("--runs 2 --steps 4")).error;
        QVERIFY2(progress.contains("Warm-up 1 of 1, step 0 of 4, 0 %\nRun 1 of 2, step 0 of 4, "), progress);
        QVERIFY2(progress.contains("Run 2 of 2") && progress.contains(" left\n"), progress);
    }

    void sameBenchmarkAgainIsNoDifference()
    {
        // with one file against itself, for on a shared machine two runs may really differ
        QVERIFY(record("same.json", words("--runs 2 --steps 4")));
        const CliResult result =
            runCli({QStringLiteral("bench"), QStringLiteral("--compare"), path("same.json"), path("same.json")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains("no difference"));
        QVERIFY(!result.out.contains("Not alike"));
    }

    void moreWorkComparesAsMore()
    {
        QVERIFY(record("few.json", words("--rows 8")));
        QVERIFY(record("many.json", words("--rows 512")));
        const CliResult result =
            runCli({QStringLiteral("bench"), QStringLiteral("--compare"), path("few.json"), path("many.json")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.out.contains(" \303\227 \302\261 "), result.out); // a ratio
        QVERIFY(result.out.contains("test: 8 rows, 8 steps and 512 rows, 8 steps"));
    }

    void peersAreRunAfterEveryRun()
    {
        const QString log = path("calls");
        QFile script(path("peer.sh"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write(QStringLiteral("echo x >> '%1'; echo 5 7").arg(log).toUtf8());
        script.close();
        const CliResult result =
            bench(words("--runs 3 --rows 16 --json")
                  << QStringLiteral("--against-step") << QStringLiteral("sh \"%1\"").arg(script.fileName()));
        QVERIFY2(result.exitCode == 0, result.error.constData());
        QFile calls(log);
        QVERIFY(calls.open(QIODevice::ReadOnly));
        QCOMPARE(calls.readAll(), QByteArray("x\nx\nx\n"));
        const QJsonArray peers = array(parsed(result.out), "peers");
        QCOMPARE(peers.size(), 1);
        QCOMPARE(peers[0][QLatin1String("samples_ms")].toArray().size(), 3);
        QCOMPARE(peers[0][QLatin1String("step_ms")][QLatin1String("median")].toDouble(), 6.0);
        QVERIFY(!peers[0][QLatin1String("command")].toString().contains(u'/'));
    }

    void llamaBenchIsRead()
    {
        QFile file(path("llama.json"));
        QVERIFY(file.open(QIODevice::WriteOnly)
                && file.write(R"([{"build_commit": "abc", "build_number": 1, "backends": "CPU", "n_threads": 7,
                                   "n_prompt": 16, "n_gen": 0, "samples_ns": [3000000]}])")
                    > 0);
        file.close();
        const CliResult result =
            bench(words("--runs 1 --rows 16 --out") << path("peer.json") << QStringLiteral("--against-llama-bench")
                                                    << QStringLiteral("cat \"%1\"").arg(file.fileName()));
        QVERIFY2(result.exitCode == 0, result.error.constData());
        QVERIFY2(result.out.contains("llama-bench ran with 7 threads, not"), result.out);
        QVERIFY2(result.out.contains("llama-bench / Lacuna, a step: "), result.out);
        QCOMPARE(schemaErrors(path("peer.json")), QByteArray());
    }

    void aLoadOnOneCoreIsFlagged()
    {
        Spinner spinner;
        QVERIFY(spinner.isRunning());
        const CliResult result = bench(words("--json --runs 1 --steps 4"));
        QVERIFY2(result.exitCode == 0, result.error.constData());
        const QJsonObject record = parsed(result.out);
        if (object(record, "machine")[QLatin1String("busy_before")].isNull())
            QSKIP("this system does not tell how busy it is");
        QVERIFY(hasNotice(record, "busy"));
        QVERIFY(bench(words("--runs 1 --steps 4")).out.contains("The machine was busy"));
    }

    void interruptKeepsWhatWasMeasured()
    {
        QProcess process;
        process.start(cliProgram(), words("bench --json --runs 1000 --rows 256 -m") << m_model);
        QVERIFY(process.waitForStarted());
        QByteArray progress;
        process.setReadChannel(QProcess::StandardError);
        while (!progress.contains("Run 3 of 1000") && process.waitForReadyRead(60000))
            progress += process.readAllStandardError();
        QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 130);
        const QJsonObject record = parsed(process.readAllStandardOutput());
        QVERIFY(array(record, "runs").size() >= 2);
        QVERIFY(hasNotice(record, "interrupted"));
    }

    void mistakesAreSaid_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing to do") << "bench" << 2 << "--model or --compare";
        QTest::newRow("no such model") << "bench -m none.gguf" << 1 << "none.gguf";
        QTest::newRow("one record") << "bench --compare a.json" << 2 << "compare";
        QTest::newRow("no such record") << "bench --compare none.json other.json" << 1 << "none.json";
        QTest::newRow("no runs") << "bench -m none.gguf --runs 0" << 2 << "1 to 1000";
        QTest::newRow("threads") << "bench -m none.gguf --threads 2,x" << 2 << "threads";
        QTest::newRow("canvas") << "bench -m MODEL --rows 4096" << 1 << "2048";
        QTest::newRow("no such peer") << "bench -m MODEL --rows 8 --against-step nowhere" << 1
                                      << "could not be started";
        QTest::newRow("peer that fails") << "bench -m MODEL --rows 8 --against-step false" << 1 << "false failed";
    }

    void mistakesAreSaid()
    {
        QFETCH(QString, arguments);
        QFETCH(int, exitCode);
        QFETCH(QString, says);
        QStringList list = arguments.split(u' ');
        list.replaceInStrings(QStringLiteral("MODEL"), m_model);
        const CliResult result = runCli(list);
        QCOMPARE(result.exitCode, exitCode);
        QVERIFY2(result.error.contains(says.toUtf8()), result.error);
    }
};

QTEST_GUILESS_MAIN(TestBench)
#include "test_bench.moc"
