// SPDX-License-Identifier: GPL-3.0-or-later
// Large tables open fast, with a bound that only a quadratic algorithm or a copy of everything would break.
#include "gguf/gguf_test.h"
#include "support/gguf_writer.h"

#include <ctime>

using namespace lacuna;
using namespace lacuna::gguf;
using namespace lacuna::support;

namespace {

/// Time that this process computed for since `start`: a busy machine makes no difference.
qint64 millisecondsSince(std::clock_t start)
{
    return qint64(std::clock() - start) * 1000 / CLOCKS_PER_SEC;
}

} // namespace

class TestManyEntries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensFast()
    {
        constexpr int s_tensors = 10'000;
        constexpr int s_tokens = 260'000;
        constexpr qint64 s_boundMs = 2000;
        std::vector<QByteArray> tokens;
        for (int i = 0; i < s_tokens; ++i)
            tokens.push_back("token" + QByteArray::number(i));
        GgufWriter writer;
        writer.set("tokenizer.ggml.tokens", MetaValue::strings(tokens))
            .set("tokenizer.ggml.scores", MetaValue::float32s(std::vector<float>(s_tokens, 1.0f)))
            .set("tokenizer.ggml.token_type", MetaValue::int32s(std::vector<qint32>(s_tokens, 1)));
        for (int i = 0; i < s_tensors; ++i)
            writer.addTensor("blk." + QByteArray::number(i) + ".weight", quant::TensorType::F32, {8});
        const QByteArray content = writer.toBytes();

        std::clock_t start = std::clock();
        const auto file = opened(content);
        const qint64 openMs = millisecondsSince(start);
        QVERIFY(file);
        QVERIFY(file->findings().empty());
        QVERIFY2(openMs < s_boundMs, qPrintable(QStringLiteral("%1 ms").arg(openMs)));

        start = std::clock();
        const Value array = *file->find("tokenizer.ggml.tokens");
        qsizetype bytes = 0;
        for (quint64 i = 0; i < array.size(); ++i)
            bytes += array.at(i).toBytes()->size();
        for (int i = 0; i < s_tensors; ++i)
            QVERIFY(file->tensor("blk." + QByteArray::number(i) + ".weight"));
        const qint64 readMs = millisecondsSince(start);
        QCOMPARE(bytes, qsizetype(2'748'890)); // "token" each, and all digits
        QVERIFY2(readMs < s_boundMs, qPrintable(QStringLiteral("%1 ms").arg(readMs)));
        qInfo("opened in %lld ms, everything read in %lld ms", openMs, readMs);
    }

    void manyWrongTensorsCostLittle()
    {
        // Each tensor has the same name, no elements and a place beyond the file: four findings.
        GgufWriter writer;
        for (int i = 0; i < 20'000; ++i)
            writer.addTensor("same", quant::TensorType::F32, {0}).claimOffset(1 << 30 | 1);
        const QByteArray content = writer.toBytes();
        const auto file = opened(content);
        QVERIFY(file);
        QCOMPARE(file->tensors().size(), size_t(20'000));
        QVERIFY(file->findings().size() <= 3 * Findings::s_limit + 1);
        QVERIFY(!file->checkRunnable());
    }
};

QTEST_APPLESS_MAIN(TestManyEntries)
#include "test_many_entries.moc"
