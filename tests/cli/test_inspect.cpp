// SPDX-License-Identifier: GPL-3.0-or-later
// `lacuna-cli inspect` as a user calls it: a process, its output and its exit code.
#include "cli/cli_process.h"
#include "support/gguf_writer.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <limits>

using namespace lacuna;
using namespace lacuna::support;
using quant::TensorType;

namespace {

struct Outcome {
    int exitCode;
    QString out;
    QString err;
};

Outcome inspect(const QStringList& arguments)
{
    const CliResult result = runCli(QStringList {QStringLiteral("inspect")} + arguments);
    return {result.exitCode, QString::fromUtf8(result.out), QString::fromUtf8(result.error)};
}

GgufWriter model()
{
    GgufWriter writer;
    writer.set("general.architecture", MetaValue::string("unheard-of"))
        .set("general.file_type", MetaValue::uint32(15))
        .set("epsilon", MetaValue::float32(1e-5f))
        .set("huge", MetaValue::uint64(std::numeric_limits<quint64>::max()))
        .set("endless", MetaValue::float64(std::numeric_limits<double>::infinity()))
        .set("flag", MetaValue::boolean(true))
        .set("evil",
             MetaValue::string("\x1b[2J\xc2\x9b"
                               "31m\xe2\x80\xae"
                               "abc"))
        .set("tokenizer.ggml.token_type", MetaValue::int32s({1, 3, 6}))
        .set("tokenizer.ggml.tokens", MetaValue::strings(std::vector<QByteArray>(2000, "word")))
        .addTensor("weight", TensorType::Q4_K, {256, 2})
        .addTensor("norm", TensorType::F32, {256});
    return writer;
}

QJsonObject entry(const QJsonObject& json, const QString& key)
{
    for (const QJsonValue& value : json[QStringLiteral("metadata")].toArray()) {
        if (value[QStringLiteral("key")] == key)
            return value.toObject();
    }
    return {};
}

} // namespace

class TestInspect : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_dir.isValid());
        m_path = m_dir.filePath(QStringLiteral("модель.gguf"));
        QVERIFY(model().write(m_path));
    }

    void summary()
    {
        const Outcome outcome = inspect({m_path});
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(outcome.err, QString());
        const auto says = [&outcome](const char* pattern) {
            return outcome.out.contains(
                QRegularExpression(QString::fromUtf8(pattern), QRegularExpression::MultilineOption));
        };
        QVERIFY2(outcome.out.startsWith(QDir::toNativeSeparators(m_path)), qPrintable(outcome.out));
        QVERIFY(says("^  Format +GGUF version 3, little-endian$"));
        QVERIFY(says("^  Architecture +unheard-of$"));
        QVERIFY(says("^  File type +MOSTLY_Q4_K_M \\(15\\)$"));
        QVERIFY(says("^  Parameters +768 \\(768\\)$"));
        QVERIFY(says("^  Bits per weight +13[.,]67$")); // (288 + 1024 bytes) × 8 / 768
        QVERIFY(says("^  Can be run +no: .*unheard-of"));
        QVERIFY(says("^  F32 +1 +256 "));
        QVERIFY(says("^  Q4_K +1 +512 "));
    }

    void metadata()
    {
        const Outcome outcome = inspect({m_path, QStringLiteral("--metadata")});
        QCOMPARE(outcome.exitCode, 0);
        const auto says = [&outcome](const char* pattern) {
            return outcome.out.contains(
                QRegularExpression(QString::fromUtf8(pattern), QRegularExpression::MultilineOption));
        };
        QVERIFY2(says("^  KEY +TYPE +VALUE$"), qPrintable(outcome.out));
        QVERIFY(says("^  epsilon +FLOAT32 +1e-05$"));
        QVERIFY(says("^  huge +UINT64 +18446744073709551615$"));
        QVERIFY(says("^  flag +BOOL +true$"));
        QVERIFY(says("^  tokenizer.ggml.token_type +\\[INT32\\] × 3 +NORMAL \\(1\\), CONTROL \\(3\\), BYTE \\(6\\)$"));
        QVERIFY(says("^  tokenizer.ggml.tokens +\\[STRING\\] × 2000 +\"word\", .*…$"));
    }

    void nothingFromTheFileReachesTheTerminal_data()
    {
        QTest::addColumn<QString>("option");
        for (const char* option : {"--metadata", "--tensors", "--check", "--json"})
            QTest::newRow(option) << QString::fromLatin1(option);
    }

    void nothingFromTheFileReachesTheTerminal()
    {
        QFETCH(QString, option);
        GgufWriter writer = model();
        writer.set("\x1b]0;key\x07", MetaValue::uint8(1)).addTensor("\xe2\x80\xae\x1b[31m", TensorType::F32, {0});
        const QString path = m_dir.filePath(QStringLiteral("evil.gguf"));
        QVERIFY(writer.write(path));
        const Outcome outcome = inspect({path, option});
        QVERIFY(!outcome.out.isEmpty());
        for (const char32_t codePoint : outcome.out.toUcs4()) {
            const auto category = QChar::category(codePoint);
            QVERIFY(codePoint == '\n' || (category != QChar::Other_Control && category != QChar::Other_Format));
        }
    }

    void tensors()
    {
        const Outcome outcome = inspect({m_path, QStringLiteral("--tensors")});
        QCOMPARE(outcome.exitCode, 0);
        const QStringList lines = outcome.out.split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[1].simplified().section(u' ', 0, 6), QStringLiteral("weight Q4_K 256 × 2 512 288"));
        QVERIFY(lines[2].simplified().startsWith(QStringLiteral("norm F32 256 256 1024 ")));
    }

    void checkDecidesTheExitCode_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("line");
        GgufWriter warned;
        warned.set("größe", MetaValue::uint8(1));
        QTest::newRow("sound") << model().toBytes() << 0 << "Nothing to report";
        QTest::newRow("warning") << warned.toBytes() << 0 << "warning +24 +The key \"größe\" is not plain ASCII";
        QTest::newRow("error") << model().toBytes().chopped(100) << 1 << "error +[0-9]+ +The file is cut off";
        QTest::newRow("big-endian") << GgufWriter(3, true).toBytes() << 1
                                    << "error +4 +This file is written for big-endian";
    }

    void checkDecidesTheExitCode()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, line);
        const QString path = m_dir.filePath(QStringLiteral("checked.gguf"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        const Outcome outcome = inspect({path, QStringLiteral("--check")});
        QTEST(outcome.exitCode, "exitCode");
        QVERIFY2(outcome.out.contains(QRegularExpression(line)), qPrintable(outcome.out));
        QCOMPARE(inspect({path}).exitCode, 0); // looking is no failure
    }

    void json()
    {
        const Outcome outcome = inspect({m_path, QStringLiteral("--json")});
        QCOMPARE(outcome.exitCode, 0);
        QJsonParseError error;
        const QJsonObject json = QJsonDocument::fromJson(outcome.out.toUtf8(), &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QCOMPARE(json[QStringLiteral("version")].toInt(), 3);
        QCOMPARE(json[QStringLiteral("parameters")].toInt(), 768);
        QCOMPARE(json[QStringLiteral("canBeRun")].toBool(), false);
        QCOMPARE(json[QStringLiteral("findings")].toArray().size(), 0);
        QCOMPARE(json[QStringLiteral("tensors")].toArray().size(), 2);
        QCOMPARE(json[QStringLiteral("tensors")][0][QStringLiteral("shape")].toArray(), (QJsonArray {256, 2}));
        QCOMPARE(entry(json, QStringLiteral("general.file_type"))[QStringLiteral("name")].toString(),
                 QStringLiteral("MOSTLY_Q4_K_M"));
        QCOMPARE(entry(json, QStringLiteral("epsilon"))[QStringLiteral("value")].toDouble(), 1e-5);
        QCOMPARE(entry(json, QStringLiteral("huge"))[QStringLiteral("value")].toString(),
                 QStringLiteral("18446744073709551615"));
        QCOMPARE(entry(json, QStringLiteral("endless"))[QStringLiteral("value")].toString(), QStringLiteral("inf"));
        QCOMPARE(entry(json, QStringLiteral("evil"))[QStringLiteral("value")].toString(),
                 QString::fromUtf8("\x1b[2J\xc2\x9b"
                                   "31m\xe2\x80\xae"
                                   "abc"));
        const QJsonObject tokens = entry(json, QStringLiteral("tokenizer.ggml.tokens"));
        QCOMPARE(tokens[QStringLiteral("count")].toInt(), 2000);
        QCOMPARE(tokens[QStringLiteral("value")].toArray().size(), 1000);
    }

    void splitFile()
    {
        const QStringList paths = model().writeSplit(m_dir.filePath(QStringLiteral("split")), 2).value();
        const Outcome outcome = inspect({paths[1], QStringLiteral("--tensors")});
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY2(outcome.out.contains(QRegularExpression(QStringLiteral("norm .* 2 +[0-9]+\n"))),
                 qPrintable(outcome.out));
    }

    void failures()
    {
        const Outcome missing = inspect({m_dir.filePath(QStringLiteral("nothing.gguf"))});
        QCOMPARE(missing.exitCode, 1);
        QCOMPARE(missing.out, QString());
        QVERIFY(missing.err.startsWith(QStringLiteral("lacuna-cli: Cannot open")));
        QCOMPARE(inspect({}).exitCode, 2);
        QCOMPARE(inspect({m_path, QStringLiteral("--nonsense")}).exitCode, 2);
    }

private:
    QTemporaryDir m_dir;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestInspect)
#include "test_inspect.moc"
