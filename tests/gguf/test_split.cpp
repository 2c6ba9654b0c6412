// SPDX-License-Identifier: GPL-3.0-or-later
// Split files, kind 65 of docs/developer/malformed-files.md: whichever part is opened, the model is whole; what is
// missing or does not fit is named.
#include "gguf/gguf_test.h"
#include "support/gguf_writer.h"

#include <QTemporaryDir>

using namespace lacuna;
using namespace lacuna::gguf;
using namespace lacuna::support;
using quant::TensorType;

namespace {

constexpr int s_split = 65;

GgufWriter model()
{
    GgufWriter writer;
    writer.set("general.architecture", MetaValue::string("llada"));
    for (int i = 0; i < 6; ++i) {
        const auto value = static_cast<float>(i);
        writer.addTensor("t" + QByteArray::number(i), TensorType::F32, {2}, floats({value, value}));
    }
    return writer;
}

/// A part as it should not be: its split keys say what the caller wants.
GgufWriter part(MetaValue number, MetaValue count)
{
    GgufWriter writer;
    writer.set("split.no", std::move(number)).set("split.count", std::move(count));
    return writer;
}

float firstValue(const File& file, QByteArrayView name)
{
    return qFromLittleEndian<float>(file.data(*file.tensor(name)).value().data());
}

} // namespace

class TestSplit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
        m_paths = model().writeSplit(m_dir->filePath(QStringLiteral("größe-模型")), 3).value();
        QCOMPARE(m_paths.size(), 3);
    }

    void anyPartOpensAll_data()
    {
        QTest::addColumn<int>("part");
        QTest::newRow("first") << 0;
        QTest::newRow("middle") << 1;
        QTest::newRow("last") << 2;
    }

    void anyPartOpensAll()
    {
        QFETCH(int, part);
        const auto file = File::open(m_paths[part]).value();
        QCOMPARE(file->shardPaths(), m_paths);
        QCOMPARE(file->path(), m_paths[0]);
        QVERIFY(file->findings().empty());
        QVERIFY(file->checkRunnable());
        QVERIFY(file->checkUnchanged());
        QCOMPARE(file->bytesValue("general.architecture").value(), QByteArrayView("llada"));
        QCOMPARE(file->tensors().size(), size_t(6));
        QCOMPARE(file->tensor("t5")->shard, 2);
        QCOMPARE(firstValue(*file, "t5"), 5.0f);
        QCOMPARE(firstValue(*file, "t0"), 0.0f);
    }

    void missingPartsAreNamed()
    {
        QVERIFY(QFile::remove(m_paths[0]) && QFile::remove(m_paths[1]));
        const auto file = File::open(m_paths[2]).value();
        QCOMPARE(file->tensors().size(), size_t(2)); // what is there can be looked at
        const auto runnable = file->checkRunnable();
        QCOMPARE(runnable.error().code, Error::Code::Missing);
        QVERIFY(runnable.error().message.contains(
            QStringLiteral("größe-模型-00001-of-00003.gguf, größe-模型-00002-of-00003.gguf")));
    }

    void renamedPartSaysWhatIsWrong()
    {
        const QString renamed = m_dir->filePath(QStringLiteral("model.gguf"));
        QVERIFY(QFile::rename(m_paths[1], renamed));
        const auto file = File::open(renamed).value();
        QCOMPARE(file->tensors().size(), size_t(2));
        QCOMPARE(file->checkRunnable().error().code, Error::Code::Missing);
        QVERIFY(file->checkRunnable().error().message.contains(QStringLiteral("one of the 3 parts")));
    }

    void numbersCountNotNames()
    {
        const QString other = m_dir->filePath(QStringLiteral("other"));
        QVERIFY(QFile::rename(m_paths[1], other) && QFile::rename(m_paths[2], m_paths[1])
                && QFile::rename(other, m_paths[2]));
        const auto file = File::open(m_paths[1]).value();
        QVERIFY(file->checkRunnable());
        QVERIFY(hasFinding(*file, s_split, Finding::Severity::Warning));
        QCOMPARE(file->shardPaths(), (QStringList {m_paths[0], m_paths[2], m_paths[1]}));
        QCOMPARE(firstValue(*file, "t2"), 2.0f);
        QCOMPARE(file->tensor("t2")->shard, 1);
    }

    void inconsistent_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("message");
        QTest::newRow("counts disagree") << 1 << 4 << "of 3 parts by its name, of 4 by its split.count";
        QTest::newRow("a number twice") << 0 << 3 << "no split.no of their own";
        QTest::newRow("tensors missing") << 1 << 3 << "should have 6 tensors and its parts have 4";
    }

    void inconsistent()
    {
        QFETCH(int, number);
        QFETCH(int, count);
        QFETCH(QString, message);
        QVERIFY(part(MetaValue::uint16(quint16(number)), MetaValue::uint16(quint16(count))).write(m_paths[1]));
        const auto file = File::open(m_paths[0]).value();
        QVERIFY(!file->checkRunnable());
        const auto findings = file->findings();
        QVERIFY(std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
            return finding.kind == s_split && finding.text.contains(message);
        }));
    }

    void countOfWrongType()
    {
        const QString path = m_dir->filePath(QStringLiteral("wrong.gguf"));
        QVERIFY(part(MetaValue::uint16(0), MetaValue::string("3")).write(path));
        const auto file = File::open(path).value();
        QVERIFY(file->checkRunnable().error().message.contains(QStringLiteral("split.count has type STRING")));
    }

    void damagedPartIsAFinding()
    {
        QFile file(m_paths[1]);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a model");
        file.close();
        const auto opened = File::open(m_paths[0]).value();
        QCOMPARE(opened->tensors().size(), size_t(4));
        QCOMPARE(opened->checkRunnable().error().code, Error::Code::NotGguf);
        QVERIFY(opened->checkRunnable().error().message.contains(QStringLiteral("00002-of-00003")));
    }

    void sameNameInTwoParts()
    {
        GgufWriter second = part(MetaValue::uint16(1), MetaValue::uint16(3));
        second.addTensor("t0", TensorType::F32, {2}).addTensor("t3", TensorType::F32, {2});
        QVERIFY(second.write(m_paths[1]));
        const auto file = File::open(m_paths[0]).value();
        const Finding* finding = findingOf(*file, 30);
        QVERIFY(finding);
        QCOMPARE(finding->shard, 1);
    }

    void manyMissingPartsAreCounted()
    {
        const QString path = m_dir->filePath(QStringLiteral("huge-00001-of-65535.gguf"));
        QVERIFY(part(MetaValue::uint16(0), MetaValue::uint16(65535)).write(path));
        const auto file = File::open(path).value();
        QVERIFY(file->checkRunnable().error().message.contains(QStringLiteral("and 65529 more")));
    }

    void wholeFileNamedLikeAPart()
    {
        const QString path = m_dir->filePath(QStringLiteral("whole-00001-of-00002.gguf"));
        QVERIFY(model().write(path));
        QVERIFY(File::open(path).value()->checkRunnable());
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    QStringList m_paths;
};

QTEST_APPLESS_MAIN(TestSplit)
#include "test_split.moc"
