// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/isa.h"
#include "model/transformer.h"
#include "support/parity_golden.h"

#include <QHash>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

using namespace lacuna;

namespace {

/// Logits that differ by less may come in another order.
constexpr double kLeastGap = 1e-3;
/// So may those that differ by less than this many RMS differences of their row.
constexpr double kGapInRms = 5;
constexpr double kLeastCosine = 0.9999;

/// How far a row is from the reference's.
struct Distance {
    double cosine = 1;
    double rms = 0; ///< of the differences
    int row = 0;
    std::size_t length = 0; ///< of the sequence
};

Distance distance(std::span<const float> a, std::span<const float> b)
{
    double ab = 0;
    double aa = 0;
    double bb = 0;
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto x = double(a[i]);
        const auto y = double(b[i]);
        ab += x * y;
        aa += x * x;
        bb += y * y;
        squares += (x - y) * (x - y);
    }
    return {.cosine = ab / std::sqrt(aa * bb), .rms = std::sqrt(squares / double(a.size()))};
}

QString toText(const Distance& d)
{
    return QStringLiteral("row %1 of %2: 1 - cosine %3, RMS difference %4")
        .arg(d.row)
        .arg(d.length)
        .arg(1 - d.cosine, 0, 'g', 2)
        .arg(d.rms, 0, 'g', 2);
}

} // namespace

/// The forward pass gives llama.cpp's logits, for every kind of weights.
class TestParity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void logits_data()
    {
        using kernels::Isa;
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<Isa>("isa");
        for (const QByteArray& name : support::parityGoldenNames())
            for (const Isa isa : {Isa::Scalar, Isa::Avx2, Isa::AvxVnni, Isa::Avx512Vnni, Isa::AmxInt8})
                QTest::addRow("%s %s", name.constData(), qPrintable(kernels::isaName(isa))) << name << isa;
    }

    void logits()
    {
        QFETCH(const QByteArray, model);
        QFETCH(const kernels::Isa, isa);
        const std::vector<kernels::Isa> available = kernels::availableIsas();
        if (std::find(available.begin(), available.end(), isa) == available.end())
            QSKIP("this machine does not have the instruction set");
        kernels::selectIsa(isa);
        const auto golden = support::readParityGolden(model);
        QVERIFY2(golden, qPrintable(golden ? QString() : golden.error().message));
        if (!m_paths.contains(model)) {
            const auto path = support::writeParityModel(model, golden->sha256, m_folder.path());
            QVERIFY2(path, qPrintable(path ? QString() : path.error().message));
            m_paths[model] = *path;
        }
        const auto file = gguf::File::open(m_paths[model]);
        QVERIFY(file);
        const auto transformer = model::Transformer::load(*file, m_pool);
        QVERIFY2(transformer, qPrintable(transformer ? QString() : transformer.error().message));
        QCOMPARE((*transformer)->hyperparameters().vocabulary, golden->vocabulary);

        Distance worst;
        for (const support::ParitySequence& sequence : golden->sequences) {
            const std::vector<float> ours = compute(**transformer, sequence.ids);
            compare(*golden, sequence, ours, worst);
            if (QTest::currentTestFailed())
                return;
        }
        qInfo("worst: %s", qPrintable(toText(worst)));
    }

private:
    std::vector<float> compute(model::Transformer& transformer, const std::vector<TokenId>& ids)
    {
        const model::Hyperparameters& h = transformer.hyperparameters();
        auto store = model::KvStore::create(h, int(ids.size()), model::KvStore::Keep::CurrentLayer);
        std::vector<int> rows(ids.size());
        std::iota(rows.begin(), rows.end(), 0);
        std::vector<float> hidden(ids.size() * std::size_t(h.width));
        std::vector<float> logits(ids.size() * std::size_t(h.vocabulary));
        if (!store || !transformer.forward({.tokens = ids, .positions = rows, .hiddenRows = rows}, *store, hidden, {})
            || !transformer.head(hidden, logits, {}))
            return {};
        return logits;
    }

    static void compare(const support::ParityGolden& golden, const support::ParitySequence& sequence,
                        const std::vector<float>& ours, Distance& worst)
    {
        const auto width = std::size_t(golden.vocabulary);
        QCOMPARE(ours.size(), sequence.ids.size() * width);
        const auto row = [&](std::size_t index) {
            return std::span(ours).subspan(index * width, width);
        };
        double largestRms = 0;
        for (std::size_t i = 0; i < sequence.rows.size(); ++i) {
            Distance d = distance(row(std::size_t(sequence.rows[i])), golden.row(sequence, i));
            d.row = sequence.rows[i];
            d.length = sequence.ids.size();
            QVERIFY2(d.cosine >= kLeastCosine, qPrintable(toText(d)));
            if (d.cosine < worst.cosine)
                worst = d;
            largestRms = std::max(largestRms, d.rms);
        }
        // Of rows whose logits are not kept, the largest logit is.
        const double leastGap = std::max(kLeastGap, kGapInRms * largestRms);
        for (std::size_t i = 0; i < sequence.ids.size(); ++i) {
            const auto logits = row(i);
            const auto argmax = std::max_element(logits.begin(), logits.end()) - logits.begin();
            QVERIFY2(argmax == sequence.argmax[i] || sequence.gaps[i] <= leastGap,
                     qPrintable(QStringLiteral("row %1 of %2: id %3 instead of %4, which led by %5")
                                    .arg(i)
                                    .arg(sequence.ids.size())
                                    .arg(argmax)
                                    .arg(sequence.argmax[i])
                                    .arg(sequence.gaps[i])));
        }
    }

    QTemporaryDir m_folder;
    QHash<QByteArray, QString> m_paths; ///< of the models that were written, by name
    runtime::ThreadPool m_pool {2};
};

QTEST_GUILESS_MAIN(TestParity)
#include "test_parity.moc"
