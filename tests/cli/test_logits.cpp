// SPDX-License-Identifier: GPL-3.0-or-later
// `lacuna-cli logits` as a user calls it, on a random model.
#include "cli/cli_process.h"
#include "model/loaded_model.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace lacuna;
using namespace lacuna::support;

namespace {

constexpr std::size_t s_vocabulary = 300;
const RandomModel s_random {
    .layers = 2, .width = 256, .kvHeads = 2, .ffn = 256, .vocabulary = s_vocabulary, .context = 64, .mix = "Q4_K_M"};

QList<QByteArray> linesOf(const QByteArray& text)
{
    QList<QByteArray> lines = text.split('\n');
    if (lines.back().isEmpty())
        lines.pop_back();
    return lines;
}

} // namespace

class TestLogits : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_model;
    QString m_raw;
    std::vector<float> m_expected; ///< of the ids 5,6,7,299,5

    CliResult logits(const QStringList& arguments) const
    {
        return runCli(QStringList {QStringLiteral("logits"), QStringLiteral("-m"), m_model} + arguments);
    }

    static QStringList words(const char* text) { return QString::fromUtf8(text).split(u' '); }

    std::vector<float> rawRows() const
    {
        QFile file(m_raw);
        const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        std::vector<float> rows(std::size_t(bytes.size()) / sizeof(float));
        std::memcpy(rows.data(), bytes.constData(), rows.size() * sizeof(float));
        return rows;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_model = m_folder.filePath(QStringLiteral("модель.gguf"));
        m_raw = m_folder.filePath(QStringLiteral("logits.f32"));
        QVERIFY(writeRandomModel(s_random, m_model));
        const test::LoadedModel loaded(s_random);
        QVERIFY2(loaded.transformer, qPrintable(loaded.error));
        m_expected = loaded.logits(loaded.fullPass(std::vector<TokenId> {5, 6, 7, 299, 5}));
        QCOMPARE(m_expected.size(), 5 * s_vocabulary);
    }

    void cleanup() { QFile::remove(m_raw); }

    void linePerRow()
    {
        const CliResult result = logits(words("--ids 5,6,7,299,5 --top 3"));
        QCOMPARE(result.error, QByteArray());
        QCOMPARE(result.exitCode, 0);
        const QList<QByteArray> lines = linesOf(result.out);
        QCOMPARE(lines.size(), 5);
        for (int row = 0; row < 5; ++row) {
            const QList<QByteArray> fields = lines[row].split(' ');
            QCOMPARE(fields.size(), 1 + 2 * 3);
            QCOMPARE(fields[0].toInt(), row);
            const auto begin = m_expected.begin() + row * std::ptrdiff_t(s_vocabulary);
            const auto end = begin + std::ptrdiff_t(s_vocabulary);
            QCOMPARE(fields[1].toInt(), int(std::max_element(begin, end) - begin));
            for (int i = 0; i < 3; ++i) {
                const float logit = *(begin + fields[1 + 2 * i].toInt());
                QVERIFY(std::fabs(fields[2 + 2 * i].toFloat() - logit) < 1e-5F * (1 + std::fabs(logit)));
                const auto larger = std::count_if(begin, end, [logit](float other) { return other > logit; });
                QCOMPARE(int(larger), i);
            }
        }
    }

    void fiveByDefault()
    {
        const CliResult result = logits(words("--ids 5"));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out.trimmed().split(' ').size(), 1 + 2 * 5);
    }

    void topOfAnySize()
    {
        QCOMPARE(logits(words("--ids 5,6 --top 0")).out, QByteArray("0\n1\n"));
        const CliResult all = logits(words("--ids 5 --top 1000"));
        QCOMPARE(all.out.trimmed().split(' ').size(), 1 + 2 * int(s_vocabulary));
    }

    void rawHoldsAllLogits_data()
    {
        QTest::addColumn<QString>("threads");
        for (const char* threads : {"1", "2", "3", "8"})
            QTest::newRow(threads) << QString::fromLatin1(threads);
    }

    void rawHoldsAllLogits()
    {
        QFETCH(QString, threads);
        const CliResult result = logits(words("--ids 5,6,7,299,5 --top 0 --raw") + QStringList {m_raw}
                                        + QStringList {QStringLiteral("--threads"), threads});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(rawRows() == m_expected);
    }

    void moreRowsThanAreHeldAtATime()
    {
        QStringList ids;
        for (int i = 0; i < 64; ++i)
            ids << QString::number(i);
        const CliResult result =
            logits(words("--top 1 --raw") + QStringList {m_raw, QStringLiteral("--ids"), ids.join(u',')});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(linesOf(result.out).size(), 64);
        QCOMPARE(rawRows().size(), 64 * s_vocabulary);
    }

    void failures_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("phrase");
        QTest::newRow("no ids") << QStringList() << 2 << QByteArray("--ids");
        QTest::newRow("ids that are no numbers") << words("--ids 1,x") << 2 << QByteArray("x");
        QTest::newRow("id of 33 bits") << words("--ids 4294967296") << 2 << QByteArray("4294967296");
        QTest::newRow("id beyond the vocabulary") << words("--ids 1,300") << 1 << QByteArray("outside the vocabulary");
        QTest::newRow("id below 0") << words("--ids 1,-1") << 1 << QByteArray("Token id -1");
        QTest::newRow("top below 0") << words("--ids 1 --top -1") << 2 << QByteArray("--top");
        QTest::newRow("no place for raw")
            << words("--ids 1 --raw /no/such/folder/file") << 1 << QByteArray("/no/such/folder/file");
    }

    void failures()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, phrase);
        const CliResult result = logits(arguments);
        QCOMPARE(result.exitCode, exitCode);
        QVERIFY2(result.error.contains(phrase), result.error.constData());
        QCOMPARE(result.out, QByteArray());
    }

    void longerThanTheContext()
    {
        const QString ids = QStringList(65, QStringLiteral("1")).join(u',');
        const CliResult result = logits({QStringLiteral("--ids"), ids});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.error.contains("context of 64"), result.error.constData());
    }

    void failureLeavesNoRawFile()
    {
        const CliResult result = logits(words("--ids 300 --raw") + QStringList {m_raw});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(!QFile::exists(m_raw));
    }

    void filesThatAreNoModel_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("Once upon a time");
        QTest::newRow("no architecture") << GgufWriter().toBytes();
        QTest::newRow("another architecture")
            << GgufWriter().set("general.architecture", MetaValue::string("llama")).toBytes();
    }

    void filesThatAreNoModel()
    {
        QFETCH(QByteArray, content);
        QFile file(m_folder.filePath(QStringLiteral("other.gguf")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        file.close();
        const CliResult result = runCli({QStringLiteral("logits"), QStringLiteral("-m"), file.fileName(),
                                         QStringLiteral("--ids"), QStringLiteral("1")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.error.startsWith("lacuna-cli: ") && result.error.endsWith(".\n"), result.error.constData());
    }

    void unknownInstructionSet()
    {
        qputenv("LACUNA_ISA", "mmx");
        const CliResult result = logits(words("--ids 1"));
        qunsetenv("LACUNA_ISA");
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.error.contains("scalar"), result.error.constData());
    }
};

QTEST_APPLESS_MAIN(TestLogits)
#include "test_logits.moc"
