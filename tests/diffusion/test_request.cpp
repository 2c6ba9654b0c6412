// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/fake_world.h"

#include <QTest>

#include <limits>

using namespace lacuna;
using namespace lacuna::diffusion;
using namespace lacuna::support;

using Change = std::function<void(GenerationRequest&)>;
Q_DECLARE_METATYPE(Change)

/// A request that makes no sense is answered with a sentence, never with an assertion.
class TestRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nonsenseIsRefusedInWords_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("words");
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinity = std::numeric_limits<double>::infinity();
        const auto row = [](const char* name, const Change& change, const char* words) {
            QTest::newRow(name) << change << QString::fromUtf8(words);
        };
        row(
            "negative length", [](auto& r) { r.genLength = -1; }, "The answer's length is -1");
        row(
            "block of nothing", [](auto& r) { r.blockLength = 0; }, "The block length is 0");
        row(
            "no steps", [](auto& r) { r.steps = 0; }, "The number of steps is 0");
        row(
            "negative temperature", [](auto& r) { r.temperature = -0.5; }, "The temperature is -0.5");
        row(
            "temperature not a number", [=](auto& r) { r.temperature = nan; }, "The temperature is nan");
        row(
            "infinite temperature", [=](auto& r) { r.temperature = infinity; }, "The temperature is inf");
        row(
            "negative guidance", [](auto& r) { r.cfgScale = -1; }, "The guidance scale is -1");
        row(
            "guidance not a number", [=](auto& r) { r.cfgScale = nan; }, "The guidance scale is nan");
        row(
            "threshold above 1", [](auto& r) { r.threshold = 1.5; }, "The confidence threshold is 1.5");
        row(
            "threshold not a number", [=](auto& r) { r.threshold = nan; }, "The confidence threshold is nan");
        row(
            "id beyond the vocabulary",
            [](auto& r) {
                r.prompt = {0, 60};
            },
            "Token 1 of the prompt has the id 60");
        row(
            "negative id", [](auto& r) { r.prompt = {-1}; }, "Token 0 of the prompt has the id -1");
        row(
            "fixed id beyond the vocabulary",
            [](auto& r) {
                r.fixed.resize(8);
                r.fixed[3] = 1000;
            },
            "The fixed token at position 3 has the id 1000");
        row(
            "fixed of another length", [](auto& r) { r.fixed.resize(3); }, "There are 3 entries of fixed tokens");
        row(
            "longer than the model takes", [](auto& r) { r.genLength = 4096; },
            "The prompt (2 tokens) and the answer (4096) need 4098 positions, but this model takes 4096 at most");
        row(
            "absurdly long", [](auto& r) { r.genLength = std::numeric_limits<int>::max(); },
            "need 2147483649 positions");
    }

    void nonsenseIsRefusedInWords()
    {
        QFETCH(Change, change);
        QFETCH(QString, words);
        FakeRun run(FakePredictor::hashed(1));
        GenerationRequest request;
        request.prompt = {0, 10};
        request.genLength = 8;
        request.steps = 8;
        QVERIFY(checkRequest(request, fakeVocabulary(), 4096));
        change(request);
        const auto result = run(request);
        QVERIFY(!result);
        QCOMPARE(result.error().code, Error::Code::InvalidArgument);
        QVERIFY2(result.error().message.contains(words), qPrintable(result.error().message));
        QVERIFY(run.predictor.passes().empty());
    }

    void aModelWithoutMaskIsRefused()
    {
        VocabularyFacts facts = fakeVocabulary();
        facts.mask = -1;
        const auto checked = checkRequest({}, facts, 4096);
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, Error::Code::Missing);
    }

    void aVocabularyWithNothingToSayIsRefused()
    {
        VocabularyFacts facts = fakeVocabulary();
        for (TokenId id = 0; id < facts.size; ++id) {
            if (id != facts.eos)
                facts.forbidden.push_back(id);
        }
        GenerationRequest request;
        QVERIFY(checkRequest(request, facts, 4096));
        request.logitsEosInf = true;
        QVERIFY(!checkRequest(request, facts, 4096));
    }

    void forbiddenIdsAreOrderedAndDistinct()
    {
        VocabularyFacts facts = fakeVocabulary();
        facts.size = 52;
        facts.forbidden = {51, 50, 4, 50, 99, -1};
        GenerationRequest request;
        QCOMPARE(forbiddenIds(request, facts), std::vector<TokenId>({3, 4, 50, 51}));
        request.logitsEosInf = true;
        QCOMPARE(forbiddenIds(request, facts), std::vector<TokenId>({1, 3, 4, 50, 51}));
    }

    void anAbsurdContextLengthInAFileDoesNotMatter()
    {
        GenerationRequest request;
        request.genLength = 2000000000;
        QVERIFY(!checkRequest(request, fakeVocabulary(), std::numeric_limits<int>::max()));
        request.genLength = 0;
        QVERIFY(checkRequest(request, fakeVocabulary(), -5));
    }
};

QTEST_GUILESS_MAIN(TestRequest)
#include "test_request.moc"
