// SPDX-License-Identifier: GPL-3.0-or-later
// lacuna-cli tokenize, as a process.
#include "cli/cli_process.h"
#include "support/tokenizer_json.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace lacuna;
using namespace lacuna::support;
using namespace Qt::StringLiterals;

// Ids of the vocabulary in tests/data/tokenizer/bailingmoe.json.
static const QByteArray Bos = "2004";
static const QByteArray EndOfTurn = "2008";

class TestTokenize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto writer =
            readTokenizerJson(QStringLiteral(LACUNA_SOURCE_DIR "/tests/data/tokenizer/bailingmoe.json"), "bailingmoe");
        QVERIFY(writer);
        m_model = m_folder.filePath(u"Vokabular é.gguf"_s);
        QVERIFY(writer->write(m_model));
    }

    void idsOnOneLine()
    {
        const CliResult result = run({u"1 é"_s});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out, QByteArray("16,1023\n"));
        QCOMPARE(result.error, QByteArray());
    }

    void nothing() { QCOMPARE(run({QString()}).out, QByteArray("\n")); }

    void specialTokens()
    {
        QCOMPARE(run({u"<|eot_id|>"_s}).out, EndOfTurn + '\n');
        const QByteArray plain = run({u"--no-special"_s, u"<|eot_id|>"_s}).out;
        QVERIFY(plain.count(',') > 3 && !plain.contains(EndOfTurn));
    }

    void bos()
    {
        QCOMPARE(run({u"--bos"_s, u"on"_s, u"1"_s}).out, Bos + ",16\n");
        QCOMPARE(run({u"--bos"_s, u"on"_s, u"<|startoftext|>1"_s}).out, Bos + ",16\n");
        QCOMPARE(run({u"--bos"_s, u"off"_s, u"1"_s}).out, QByteArray("16\n"));
        QCOMPARE(run({u"--bos"_s, u"auto"_s, u"1"_s}).out, QByteArray("16\n"));
        QCOMPARE(run({u"--bos"_s, u"perhaps"_s, u"1"_s}).exitCode, 2);
    }

    void bytesFromStdin()
    {
        const QByteArray text("1\xFF\n\0", 4);
        const CliResult ids = run({u"-"_s}, text);
        QCOMPARE(ids.exitCode, 0);
        const CliResult back = run({u"--decode"_s, u"-"_s}, ids.out);
        QCOMPARE(back.out, QByteArray("1\uFFFD\n\0\n", 7));
    }

    void decoding()
    {
        QCOMPARE(run({u"--decode"_s, u"16, \t1023"_s}).out, QByteArray("1 é\n"));
        const QString withEnd = u"16,"_s + QString::fromLatin1(EndOfTurn);
        QCOMPARE(run({u"--decode"_s, withEnd}).out, QByteArray("1<|eot_id|>\n"));
        QCOMPARE(run({u"--decode"_s, u"--no-special"_s, withEnd}).out, QByteArray("1\n"));
    }

    void json()
    {
        const CliResult result = run({u"--json"_s, u"1<|eot_id|>"_s});
        QCOMPARE(result.out.count('\n'), 1);
        const QJsonObject object = QJsonDocument::fromJson(result.out).object();
        QCOMPARE(object["text"_L1].toString(), u"1<|eot_id|>"_s);
        QCOMPARE(object["ids"_L1].toArray(), QJsonArray({16, EndOfTurn.toInt()}));
        QCOMPARE(object["tokens"_L1][0],
                 QJsonValue(
                     QJsonObject {{"id"_L1, 16}, {"type"_L1, "normal"_L1}, {"piece"_L1, "1"_L1}, {"hex"_L1, "31"_L1}}));
        QCOMPARE(object["tokens"_L1][1]["type"_L1].toString(), u"control"_s);
    }

    void errors_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, const QStringList& arguments, int exitCode, const char* words) {
            QTest::newRow(name) << arguments << exitCode << QByteArray(words);
        };
        row("no text", {}, 2, "text is required");
        row("not an id", {u"--decode"_s, u"1,x"_s}, 1, "\"x\"");
        row("id out of range", {u"--decode"_s, u"99999"_s}, 1, "99999");
        row("negative id", {u"--decode"_s, u"--"_s, u"-1"_s}, 1, "-1");
        row("unknown option", {u"--decoed"_s, u"1"_s}, 2, "--decoed");
    }

    void errors()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, words);
        const CliResult result = run(arguments);
        QTEST(result.exitCode, "exitCode");
        QVERIFY2(result.error.contains(words), result.error.constData());
        QVERIFY(result.out.isEmpty());
    }

    void filesThatAreNone()
    {
        const QString none = QDir::toNativeSeparators(u"/no/such/file.gguf"_s);
        const CliResult result = runCli({u"tokenize"_s, u"-m"_s, none, u"x"_s});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.error.startsWith("lacuna-cli: ") && result.error.contains(none.toUtf8()), result.error);
    }

private:
    CliResult run(const QStringList& arguments, const QByteArray& input = {}) const
    {
        return runCli(QStringList {u"tokenize"_s, u"-m"_s, m_model} + arguments, input);
    }

    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_GUILESS_MAIN(TestTokenize)
#include "test_tokenize.moc"
