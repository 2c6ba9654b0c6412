// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/fake_world.h"
#include "diffusion/random.h"

#include <QTest>

#include <cmath>

using namespace lacuna;
using namespace lacuna::diffusion;
using namespace lacuna::support;

namespace {

using Ids = std::vector<TokenId>;

constexpr int kVocabulary = 60;

bool isForbidden(TokenId id)
{
    return id == 3 || id == 4 || id >= 50;
}

/// LLaDA's generate.py with the program's three extensions, written down as plainly as can be: every position computed
/// in every step, whole rows, no batches, no summaries. It shares nothing with the engine but the random numbers.
class PlainGenerate {
public:
    PlainGenerate(const FakePredictor& network, const GenerationRequest& request)
        : m_network(network)
        , m_request(request)
        , m_promptLength(request.prompt.size())
        , m_x(request.prompt)
    {
        m_x.resize(m_promptLength + size_t(request.genLength), kMask);
    }

    Ids run()
    {
        const int gen = m_request.genLength;
        const int blocks = (gen + m_request.blockLength - 1) / m_request.blockLength;
        for (int b = 0; b < blocks; ++b) {
            const size_t begin = m_promptLength + size_t(b * m_request.blockLength);
            const size_t end = std::min(begin + size_t(m_request.blockLength), m_x.size());
            const int masks = int(end - begin);
            int steps = *m_request.steps / blocks;
            if (b < *m_request.steps % blocks)
                steps += 1;
            steps = std::min(std::max(steps, 1), masks);
            for (int i = 0; i < steps; ++i, ++m_step)
                step(begin, end, masks / steps + (i < masks % steps ? 1 : 0));
            if (m_request.stopAtEnd
                && (std::count(m_x.begin() + long(begin), m_x.begin() + long(end), 1) > 0
                    || std::count(m_x.begin() + long(begin), m_x.begin() + long(end), 2) > 0))
                break;
        }
        return Ids(m_x.begin() + long(m_promptLength), m_x.end());
    }

private:
    std::vector<float> logitsOf(size_t position) const
    {
        Ids unconditional = m_x;
        std::fill_n(unconditional.begin(), m_promptLength, kMask);
        const auto pass = FakePredictor::passOver(m_x);
        const auto unconditionalPass = FakePredictor::passOver(unconditional);
        std::vector<float> logits;
        for (TokenId id = 0; id < kVocabulary; ++id) {
            float logit = m_network.logit(pass, int(position), id);
            if (m_request.cfgScale > 0) {
                const float u = m_network.logit(unconditionalPass, int(position), id);
                logit = u + float(m_request.cfgScale + 1) * (logit - u);
            }
            if (isForbidden(id) || (m_request.logitsEosInf && id == 1))
                logit = -std::numeric_limits<float>::infinity();
            logits.push_back(logit);
        }
        return logits;
    }

    void step(size_t begin, size_t end, int count)
    {
        std::vector<double> confidence(m_x.size(), -2); // -2: not a candidate, -1: last
        Ids x0 = m_x;
        for (size_t position = begin; position < end; ++position) {
            if (m_x[position] != kMask)
                continue;
            const int place = int(position - m_promptLength);
            const std::vector<float> logits = logitsOf(position);
            const CounterRandom random(m_request.seed, m_step, place);
            std::vector<double> noisy(logits.begin(), logits.end());
            for (size_t id = 0; id < noisy.size() && m_request.temperature > 0; ++id) {
                const double u = CounterRandom::uniform(random.bits(id + 1));
                noisy[id] -= m_request.temperature * std::log(-std::log(u));
            }
            const size_t best = size_t(std::max_element(noisy.begin(), noisy.end()) - noisy.begin());
            double sum = 0;
            for (const float logit : logits)
                sum += std::exp(double(logit));
            x0[position] = TokenId(best);
            confidence[position] = m_request.remasking == Remasking::Random ? CounterRandom::uniform(random.bits(0))
                                                                            : std::exp(double(logits[best])) / sum;
            if (m_request.confidenceEosEotInf && (best == 1 || best == 2))
                confidence[position] = -1;
        }
        for (int i = 0; i < count; ++i) {
            const size_t best = size_t(std::max_element(confidence.begin(), confidence.end()) - confidence.begin());
            m_x[best] = x0[best];
            confidence[best] = -2;
        }
    }

    const FakePredictor& m_network;
    const GenerationRequest& m_request;
    size_t m_promptLength;
    Ids m_x;
    int m_step = 0;
};

} // namespace

Q_DECLARE_METATYPE(GenerationRequest)

/// The same ids as generate.py, on random networks, for many parameters.
class TestAgainstReference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameIds_data()
    {
        QTest::addColumn<GenerationRequest>("request");
        const auto row = [](const QString& name, const GenerationRequest& request) {
            QTest::newRow(qPrintable(name)) << request;
        };
        const std::vector<std::array<int, 3>> shapes {{32, 32, 32}, {64, 32, 16}, {64, 8, 64},
                                                      {60, 32, 7},  {33, 5, 20},  {7, 100, 3},
                                                      {20, 1, 50},  {17, 4, 1},   {150, 150, 3}};
        for (const auto& [gen, block, steps] : shapes) {
            for (const double cfgScale : {0.0, 1.5}) {
                for (const bool stopAtEnd : {false, true}) {
                    GenerationRequest request;
                    request.genLength = gen;
                    request.blockLength = block;
                    request.steps = steps;
                    request.cfgScale = cfgScale;
                    request.stopAtEnd = stopAtEnd;
                    row(QStringLiteral("%1/%2/%3 cfg %4%5")
                            .arg(gen)
                            .arg(block)
                            .arg(steps)
                            .arg(cfgScale)
                            .arg(stopAtEnd ? QStringLiteral(" early end") : QString()),
                        request);
                }
            }
        }
        GenerationRequest request;
        request.genLength = 48;
        request.blockLength = 16;
        request.steps = 20;
        request.stopAtEnd = false;
        request.temperature = 0.7;
        row(QStringLiteral("noise"), request);
        request.cfgScale = 0.5;
        row(QStringLiteral("noise with guidance"), request);
        request.remasking = Remasking::Random;
        row(QStringLiteral("noise, guidance, random order"), request);
        request.confidenceEosEotInf = true;
        row(QStringLiteral("noise, guidance, random order, ends last"), request);
        request.remasking = Remasking::LowConfidence;
        row(QStringLiteral("noise, guidance, ends last"), request);
        request.temperature = 0;
        row(QStringLiteral("guidance, ends last"), request);
        request.logitsEosInf = true;
        row(QStringLiteral("guidance, ends last, no EOS"), request);
    }

    void sameIds()
    {
        QFETCH(GenerationRequest, request);
        for (quint64 seed = 0; seed < 4; ++seed) {
            FakeRun run(FakePredictor::hashed(seed, seed % 2 == 0 ? 3 : 12));
            request.seed = seed;
            request.prompt.assign(size_t(seed * 3), TokenId(10 + seed)); // an empty one among them
            const auto result = run(request);
            QVERIFY(result);
            QCOMPARE(result->answer, PlainGenerate(run.predictor, request).run());
        }
    }
};

QTEST_GUILESS_MAIN(TestAgainstReference)
#include "test_against_reference.moc"
