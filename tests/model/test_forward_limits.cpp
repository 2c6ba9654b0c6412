// SPDX-License-Identifier: GPL-3.0-or-later
// What a forward pass refuses, survives and gives up on: wrong batches, weights that are no numbers (kind 69 of the
// catalogue of malformed files), a file that shrinks, a stop.
#include "model/loaded_model.h"
#include "support/gguf_writer.h"

#include <QtTest>

#include <algorithm>
#include <chrono>
#include <thread>

using namespace lacuna;
using namespace lacuna::test;
using model::ForwardBatch;
using model::KvStore;
using model::Transformer;
using support::RandomModel;
using Code = Error::Code;

namespace {

const RandomModel s_small {.layers = 2, .width = 64, .kvHeads = 2, .ffn = 64, .vocabulary = 300, .context = 32};

/// A file's bytes with the data of one tensor overwritten by repetitions of two bytes.
QByteArray poisoned(const LoadedModel& loaded, const QByteArray& tensor, quint16 pattern)
{
    QByteArray content = loaded.bytes;
    const gguf::TensorInfo& info = *loaded.file->tensor(tensor);
    for (quint64 at = 0; at + 2 <= info.bytes; at += 2)
        support::patch(content, qsizetype(info.offset + at), pattern);
    return content;
}

} // namespace

class TestForwardLimits : public QObject {
    Q_OBJECT

private:
    const LoadedModel m_loaded {s_small};

    Result<void> forward(const std::vector<TokenId>& tokens, const std::vector<int>& positions,
                         const std::vector<int>& wanted, KvStore& store, std::stop_token stop = {}) const
    {
        std::vector<float> hidden(wanted.size() * std::size_t(m_loaded.sizes().width));
        return m_loaded.transformer->forward({.tokens = tokens, .positions = positions, .hiddenRows = wanted}, store,
                                             hidden, stop);
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_loaded.transformer, qPrintable(m_loaded.error)); }

    void wrongBatches_data()
    {
        QTest::addColumn<std::vector<int>>("tokens");
        QTest::addColumn<std::vector<int>>("positions");
        QTest::addColumn<std::vector<int>>("wanted");
        QTest::addColumn<QString>("phrase");
        const auto row = [](const char* name, std::vector<int> tokens, std::vector<int> positions,
                            std::vector<int> wanted, const char* phrase) {
            QTest::newRow(name) << tokens << positions << wanted << QString::fromUtf8(phrase);
        };
        row("no rows", {}, {}, {}, "at least one");
        row("fewer positions", {1, 2, 3, 4}, {0, 1, 2}, {0}, "as many tokens (4) as positions (3)");
        row("id below 0", {1, 2, -1, 4}, {0, 1, 2, 3}, {0}, "Token id -1 is outside the vocabulary of 300");
        row("id beyond", {1, 2, 300, 4}, {0, 1, 2, 3}, {0}, "Token id 300");
        row("position below 0", {1, 2, 3, 4}, {0, 1, 2, -1}, {0}, "Position -1 is outside the canvas of 4");
        row("position beyond", {1, 2, 3, 4}, {0, 1, 2, 4}, {0}, "Position 4 is outside");
        row("position twice", {1, 2, 3, 4}, {0, 1, 2, 1}, {0}, "Position 1 occurs twice");
        row("a position never computed", {1, 2, 3}, {0, 1, 3}, {0}, "Position 2 has no keys and values yet");
        row("wanted row below 0", {1, 2, 3, 4}, {0, 1, 2, 3}, {-1}, "-1 does not");
        row("wanted row beyond", {1, 2, 3, 4}, {0, 1, 2, 3}, {0, 4}, "4 does not");
        row("wanted rows descend", {1, 2, 3, 4}, {0, 1, 2, 3}, {2, 1}, "1 does not");
        row("wanted row twice", {1, 2, 3, 4}, {0, 1, 2, 3}, {2, 2}, "2 does not");
    }

    void wrongBatches()
    {
        QFETCH(std::vector<int>, tokens);
        QFETCH(std::vector<int>, positions);
        QFETCH(std::vector<int>, wanted);
        QFETCH(QString, phrase);
        KvStore store = m_loaded.store(4);
        const auto done = forward(tokens, positions, wanted, store);
        QVERIFY(!done);
        QCOMPARE(done.error().code, Code::InvalidArgument);
        QVERIFY2(done.error().message.contains(phrase), qPrintable(done.error().message));
    }

    void placesOfTheWrongSize()
    {
        KvStore store = m_loaded.store(2);
        const std::vector<TokenId> ids {1, 2};
        std::vector<float> tooShort(std::size_t(m_loaded.sizes().width) - 1);
        const std::vector<int> positions = upTo(2);
        const ForwardBatch batch {.tokens = ids, .positions = positions, .hiddenRows = std::span(positions).first(1)};
        Transformer& transformer = *m_loaded.transformer;
        QCOMPARE(transformer.forward(batch, store, tooShort, {}).error().code, Code::InvalidArgument);
        std::vector<float> logits(300);
        QCOMPARE(transformer.head(tooShort, logits, {}).error().code, Code::InvalidArgument);
        std::vector<float> hidden(64);
        QCOMPARE(transformer.head(hidden, std::span(logits).first(299), {}).error().code, Code::InvalidArgument);
        QVERIFY(transformer.head({}, {}, {}));
    }

    void storeOfOneLayerNeedsFullPasses()
    {
        KvStore store = m_loaded.store(3, KvStore::Keep::CurrentLayer);
        QVERIFY(forward({1, 2, 3}, upTo(3), {0}, store));
        const auto done = forward({1, 2}, upTo(2), {0}, store);
        QCOMPARE(done.error().code, Code::InvalidArgument);
        QVERIFY(done.error().message.contains(QStringLiteral("full pass over its 3 positions")));
    }

    void storeOfAnotherModel()
    {
        RandomModel other = s_small;
        other.layers = 1;
        const LoadedModel loaded(other);
        KvStore store = loaded.store(3);
        QCOMPARE(forward({1, 2, 3}, upTo(3), {0}, store).error().code, Code::InvalidArgument);
    }

    void lengths()
    {
        const model::Hyperparameters& h = m_loaded.sizes();
        for (const int positions : {0, -1, 33})
            QCOMPARE(KvStore::create(h, positions, KvStore::Keep::EveryLayer).error().code, Code::InvalidArgument);
        KvStore whole = m_loaded.store(32);
        QVERIFY(forward(m_loaded.ids(32), upTo(32), {31}, whole));
    }

    void memoryIsEstimated()
    {
        const auto estimate = Transformer::estimate(*m_loaded.file, 20);
        QVERIFY(estimate);
        quint64 weights = 0;
        for (const gguf::TensorInfo& tensor : m_loaded.file->tensors())
            weights += tensor.bytes;
        QCOMPARE(estimate->weights, weights);
        const int keyRows = 32; // keys lie in panels of 16 positions
        QCOMPARE(estimate->kv, quint64((keyRows + 20) * 32) * sizeof(float)); // 2 heads of 16
        QCOMPARE(Transformer::estimate(*m_loaded.file, 20, KvStore::Keep::EveryLayer)->kv, 2 * estimate->kv);
        QVERIFY(estimate->buffers > 20 * 64 * sizeof(float));
        QCOMPARE(estimate->total(), estimate->weights + estimate->kv + estimate->buffers);
        QCOMPARE(Transformer::estimate(*m_loaded.file, 0).error().code, Code::InvalidArgument);
    }

    void stopBeforeTheStart()
    {
        std::stop_source source;
        source.request_stop();
        KvStore store = m_loaded.store(3);
        QVERIFY(forward({1, 2, 3}, upTo(3), {0}, store));
        QCOMPARE(forward({1, 2, 3}, upTo(3), {0}, store, source.get_token()).error().code, Code::Cancelled);
        // What the store holds may be half new by now.
        QCOMPARE(forward({1, 2}, upTo(2), {0}, store).error().code, Code::InvalidArgument);
        QVERIFY(forward({1, 2, 3}, upTo(3), {0}, store));
        const std::vector<float> hidden(64);
        std::vector<float> logits(300);
        const auto head = m_loaded.transformer->head(hidden, logits, source.get_token());
        QCOMPARE(head.error().code, Code::Cancelled);
    }

    void stopOnTheWay()
    {
        const LoadedModel large({.layers = 4, .ffn = 1024, .context = 256});
        QVERIFY2(large.transformer, qPrintable(large.error));
        const std::vector<TokenId> ids = large.ids(256);
        const std::vector<int> all = upTo(256);
        KvStore store = large.store(256, KvStore::Keep::CurrentLayer);
        std::vector<float> hidden(256 * 256);
        std::stop_source source;
        std::chrono::steady_clock::time_point requested;
        std::jthread stopper([&] {
            const auto isBusy = [](quint64 nanoseconds) {
                return nanoseconds > 0;
            };
            for (bool begun = false; !begun; std::this_thread::yield()) {
                const std::vector<quint64> busy = large.pool.busyNanoseconds();
                begun = std::any_of(busy.begin(), busy.end(), isBusy);
            }
            requested = std::chrono::steady_clock::now();
            source.request_stop();
        });
        const ForwardBatch batch {.tokens = ids, .positions = all, .hiddenRows = all};
        Result<void> done;
        do // a loaded machine may let one pass end before the other thread gets its turn
            done = large.transformer->forward(batch, store, hidden, source.get_token());
        while (done);
        const auto returned = std::chrono::steady_clock::now();
        stopper.join();
        QCOMPARE(done.error().code, Code::Cancelled);
        // 50 ms are promised; a machine that does other work, too, may keep a thread waiting for longer.
        const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(returned - requested).count();
        QVERIFY2(milliseconds < 2000, qPrintable(QStringLiteral("%1 ms").arg(milliseconds)));
    }

    void fileThatShrinks()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("model.gguf"));
        QVERIFY(support::writeRandomModel(s_small, path));
        const auto file = gguf::File::open(path);
        QVERIFY(file);
        runtime::ThreadPool pool(2);
        const auto transformer = Transformer::load(*file, pool);
        QVERIFY(transformer);
        if (!QFile::resize(path, 100000))
            QSKIP("this system does not let a file shrink while it is in use");
        KvStore store = m_loaded.store(3);
        std::vector<float> hidden(64);
        std::vector<float> logits(300);
        const std::vector<TokenId> ids {1, 2, 3};
        const std::vector<int> positions = upTo(3);
        const ForwardBatch batch {.tokens = ids, .positions = positions, .hiddenRows = std::span(positions).first(1)};
        QCOMPARE((*transformer)->forward(batch, store, hidden, {}).error().code, Code::Io);
        QVERIFY(!store.isFilled(0));
        QCOMPARE((*transformer)->head(hidden, logits, {}).error().code, Code::Io);
    }

    void noNumbers_data()
    {
        QTest::addColumn<QByteArray>("mix");
        for (const char* mix : {"F32", "F16", "BF16", "all-32", "all-256"})
            QTest::newRow(qPrintable(QStringLiteral("#69 %1").arg(QLatin1String(mix)))) << QByteArray(mix);
    }

    /// Every tensor in turn with scales that are NaN, infinite or as large as can be: nothing may crash or hang.
    void noNumbers()
    {
        QFETCH(QByteArray, mix);
        const LoadedModel sound({.layers = 1, .width = 256, .kvHeads = 2, .ffn = 256, .vocabulary = 300, .mix = mix});
        QVERIFY2(sound.transformer, qPrintable(sound.error));
        const std::vector<TokenId> ids = sound.ids(5);
        LoadedModel bad(s_small);
        for (const gguf::TensorInfo& tensor : sound.file->tensors()) {
            for (const quint16 pattern : std::initializer_list<quint16> {0xffff, 0x7c00, 0x7f80, 0x7bff}) {
                bad.open(poisoned(sound, tensor.name.toByteArray(), pattern));
                QVERIFY2(bad.transformer, qPrintable(bad.error));
                const std::vector<float> logits = bad.logits(bad.fullPass(ids));
                QCOMPARE(logits.size(), std::size_t(5 * 300));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestForwardLimits)
#include "test_forward_limits.moc"
