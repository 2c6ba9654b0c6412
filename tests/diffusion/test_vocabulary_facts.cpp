// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/vocabulary_facts.h"

#include "support/small_tokenizer.h"

#include <QTest>

using namespace lacuna;
using namespace lacuna::diffusion;
using namespace lacuna::support;

class TestVocabularyFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsNoTextIsForbidden()
    {
        const auto tokenizer = smallTokenizer();
        const auto facts = vocabularyFacts(*tokenizer, tokenizer->size() + 3); // a head with padding rows
        QVERIFY(facts);
        QCOMPARE(facts->size, tokenizer->size() + 3);
        QCOMPARE(facts->mask, TokenId(Mask));
        QCOMPARE(facts->eos, TokenId(Eos));
        QCOMPARE(facts->eot, TokenId(Eot));
        QCOMPARE(facts->endTokens, std::vector<TokenId>({Eos, Eot}));
        const TokenId beyond = tokenizer->size();
        QCOMPARE(facts->forbidden, std::vector<TokenId>({Unused, Mask, beyond, beyond + 1, beyond + 2}));
    }

    void aHeadThatDoesNotKnowTheMaskIsRefused()
    {
        const auto facts = vocabularyFacts(*smallTokenizer(), Mask);
        QVERIFY(!facts);
        QCOMPARE(facts.error().code, Error::Code::Missing);
        QVERIFY(facts.error().message.contains(QLatin1String("tokenizer.ggml.mask_token_id")));
    }
};

QTEST_GUILESS_MAIN(TestVocabularyFacts)
#include "test_vocabulary_facts.moc"
