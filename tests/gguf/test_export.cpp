// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/csv_export.h"
#include "gguf/file_hash.h"
#include "gguf/json_export.h"
#include "gguf/summary.h"
#include "gguf_test.h"
#include "support/gguf_writer.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace lacuna;
using namespace lacuna::gguf;
using quant::TensorType;
using support::GgufWriter;
using support::MetaValue;

namespace {

/// A device that takes nothing.
class FullDevice : public QIODevice {
public:
    FullDevice() { open(QIODevice::WriteOnly); }

protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(const char*, qint64) override
    {
        setErrorString(QStringLiteral("no space left"));
        return -1;
    }
};

QByteArray sample()
{
    GgufWriter writer;
    writer.set("general.architecture", MetaValue::string("llada"));
    writer.set("general.name", MetaValue::string("A \"name\", with\nlines"));
    writer.set("general.file_type", MetaValue::uint32(15));
    writer.set("llada.context_length", MetaValue::uint32(4096));
    writer.set("llada.big", MetaValue::uint64(std::numeric_limits<quint64>::max()));
    writer.set("llada.nan", MetaValue::float32(std::numeric_limits<float>::quiet_NaN()));
    writer.set("tokenizer.ggml.tokens", MetaValue::strings({"a", "\xff", "<|end|>"}));
    writer.set("tokenizer.ggml.token_type", MetaValue::int32s({1, 6, 3}));
    writer.set("tokenizer.ggml.eos_token_id", MetaValue::uint32(2));
    writer.addTensor("token_embd.weight", TensorType::Q4_K, {256, 3});
    writer.addTensor("norm, with comma", TensorType::F32, {256});
    writer.addRawTensor("odd", 77, {10}, 0);
    return writer.toBytes();
}

QJsonObject exported(const File& file, const JsonOptions& options = {})
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!writeJson(file, options, buffer))
        return {};
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(buffer.data(), &error);
    if (error.error != QJsonParseError::NoError)
        qWarning("%s at %d in %s", qPrintable(error.errorString()), error.offset, buffer.data().constData());
    return document.object();
}

} // namespace

class TestExport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sumsUpAFile()
    {
        const QByteArray bytes = sample();
        const auto file = opened(bytes);
        QVERIFY(file);
        const Summary summary = summarise(*file);
        QCOMPARE(summary.elements, 3 * 256u + 256u + 10u);
        QCOMPARE(summary.bytes, 3 * 144u + 1024u);
        QCOMPARE(summary.bitsPerWeight, 8.0 * (3 * 144 + 1024) / (4 * 256)); // the tensor of unknown size is left out
        QCOMPARE(summary.types.size(), 3u);
        QCOMPARE(summary.types[0].typeId, quint32(TensorType::F32));
        QCOMPARE(summary.types[1].typeId, quint32(TensorType::Q4_K));
        QCOMPARE(summary.types[2].bytes, 0u);
    }

    void anEmptyFileHasAnEmptySummary()
    {
        const QByteArray bytes = GgufWriter().toBytes();
        const auto file = opened(bytes);
        QVERIFY(file);
        const Summary summary = summarise(*file);
        QCOMPARE(summary.elements, 0u);
        QCOMPARE(summary.bitsPerWeight, 0.0);
        QVERIFY(summary.types.empty());
    }

    void sumsThatOverflowStopAtTheLargestNumber()
    {
        GgufWriter writer;
        for (const char* name : {"a", "b", "c", "d"})
            writer.addRawTensor(name, quint32(TensorType::Q4_K), {quint64(1) << 62}, 0);
        const QByteArray bytes = writer.toBytes();
        const auto file = opened(bytes);
        QVERIFY(file);
        QCOMPARE(summarise(*file).elements, std::numeric_limits<quint64>::max());
    }

    void jsonReadsBack()
    {
        const QByteArray bytes = sample();
        const auto file = opened(bytes);
        QVERIFY(file);
        const QJsonObject json = exported(*file);
        QCOMPARE(json.value(QStringLiteral("types")).toArray().size(), 3);
        QVERIFY(!json.contains(QStringLiteral("canBeRun")));
        const QJsonArray metadata = json.value(QStringLiteral("metadata")).toArray();
        QCOMPARE(metadata.size(), qsizetype(file->metadata().size()));
        const auto entry = [&](int i, const char* member) {
            return metadata.at(i).toObject().value(QLatin1String(member));
        };
        QCOMPARE(entry(1, "value").toString(), QStringLiteral("A \"name\", with\nlines"));
        QCOMPARE(entry(2, "name").toString(), QStringLiteral("MOSTLY_Q4_K_M"));
        QCOMPARE(entry(4, "value").toString(), QStringLiteral("18446744073709551615"));
        QVERIFY(entry(5, "value").isString()); // JSON has no NaN
        const QJsonArray tokens = entry(6, "value").toArray();
        QCOMPARE(tokens.at(0).toString(), QStringLiteral("a"));
        QCOMPARE(tokens.at(1).toObject().value(QStringLiteral("hex")).toString(), QStringLiteral("ff"));

        const QJsonObject tensor = json.value(QStringLiteral("tensors")).toArray().at(0).toObject();
        QCOMPARE(tensor.value(QStringLiteral("name")).toString(), QStringLiteral("token_embd.weight"));
        QCOMPARE(tensor.value(QStringLiteral("shape")).toArray(), QJsonArray({256, 3}));
        QCOMPARE(tensor.value(QStringLiteral("bytes")).toInteger(), 432);
        QCOMPARE(json.value(QStringLiteral("findings")).toArray().size(), qsizetype(file->findings().size()));
        QVERIFY(!file->findings().empty()); // the unknown type
    }

    void jsonSaysWhetherTheFileCanBeRun()
    {
        const QByteArray bytes = sample();
        const auto file = opened(bytes);
        QVERIFY(exported(*file, {.arrayElements = 9, .whyNot = QString()}).value(QStringLiteral("canBeRun")).toBool());
        const QJsonObject refused = exported(*file, {.arrayElements = 9, .whyNot = QStringLiteral("It is odd.")});
        QVERIFY(!refused.value(QStringLiteral("canBeRun")).toBool());
        QCOMPARE(refused.value(QStringLiteral("whyNot")).toString(), QStringLiteral("It is odd."));
    }

    void jsonCutsArraysWhereAsked()
    {
        const QByteArray bytes = sample();
        const auto file = opened(bytes);
        const QJsonObject json = exported(*file, {.arrayElements = 2, .whyNot = {}});
        const QJsonObject tokens = json.value(QStringLiteral("metadata")).toArray().at(6).toObject();
        QCOMPARE(tokens.value(QStringLiteral("count")).toInt(), 3);
        QCOMPARE(tokens.value(QStringLiteral("value")).toArray().size(), 2);
    }

    void jsonOfNothingIsAnObject()
    {
        const QByteArray bytes = GgufWriter().toBytes();
        const auto file = opened(bytes);
        const QJsonObject json = exported(*file);
        QVERIFY(json.value(QStringLiteral("metadata")).isArray());
        QVERIFY(json.value(QStringLiteral("tensors")).isArray());
    }

    void csvQuotesWhatNeedsIt()
    {
        const QByteArray bytes = sample();
        const auto file = opened(bytes);
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        QVERIFY(writeTensorsCsv(*file, buffer));
        const QList<QByteArray> lines = buffer.data().split('\n');
        QCOMPARE(lines[0], QByteArray("name,shape,type,elements,bytes,bits_per_weight,offset,shard\r"));
        QVERIFY(lines[1].startsWith("token_embd.weight,256x3,Q4_K,768,432,4.5000,"));
        QVERIFY(lines[2].startsWith("\"norm, with comma\",256,F32,256,1024,32.0000,"));
        QCOMPARE(lines.size(), 5); // header, three tensors, nothing after the last line end

        QBuffer metadata;
        metadata.open(QIODevice::WriteOnly);
        QVERIFY(writeMetadataCsv(*file, metadata));
        QVERIFY(metadata.data().contains("general.name,STRING,\"A \"\"name\"\", with\\nlines\","));
        QVERIFY(metadata.data().contains("general.file_type,UINT32,MOSTLY_Q4_K_M (15),"));
    }

    void aFullDiskIsAnError()
    {
        const QByteArray bytes = sample();
        const auto file = opened(bytes);
        FullDevice device;
        for (const Result<void>& result :
             {writeJson(*file, {}, device), writeMetadataCsv(*file, device), writeTensorsCsv(*file, device)}) {
            QVERIFY(!result);
            QCOMPARE(result.error().code, Error::Code::Io);
            QVERIFY(result.error().message.contains(QStringLiteral("no space left")));
        }
    }

    void anExportCanBeStopped()
    {
        GgufWriter writer;
        writer.set("many", MetaValue::uint32s(std::vector<quint32>(100'000, 7)));
        const QByteArray bytes = writer.toBytes();
        const auto file = opened(bytes);
        std::stop_source source;
        source.request_stop();
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        const auto written = writeJson(*file, {}, buffer, source.get_token());
        QVERIFY(!written);
        QCOMPARE(written.error().code, Error::Code::Cancelled);
    }

    void hashOfAFile()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("Модель 模型.gguf"));
        const QByteArray content(3'000'000, 'x');
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(content);
        out.close();
        quint64 reported = 0;
        const auto hash = sha256(path, [&](quint64 done) { reported = done; });
        QVERIFY(hash);
        QCOMPARE(*hash, QCryptographicHash::hash(content, QCryptographicHash::Sha256));
        QCOMPARE(reported, quint64(content.size()));

        std::stop_source source;
        source.request_stop();
        QCOMPARE(sha256(path, {}, source.get_token()).error().code, Error::Code::Cancelled);
        QCOMPARE(sha256(folder.filePath(QStringLiteral("absent"))).error().code, Error::Code::Io);
    }
};

QTEST_GUILESS_MAIN(TestExport)
#include "test_export.moc"
