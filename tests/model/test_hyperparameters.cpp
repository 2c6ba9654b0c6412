// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds 49 to 51, 66 and 70 of the catalogue of malformed files: the keys that a model's sizes come from.
#include "model/description_check.h"
#include "model/model_file.h"

#include <limits>

using namespace lacuna;
using namespace lacuna::test;
using support::MetaValue;
using Code = Error::Code;

namespace {

QByteArray with(const QByteArray& key, MetaValue value)
{
    return ModelFile().set(key, std::move(value)).toBytes();
}

QByteArray without(const QByteArray& key)
{
    return ModelFile().remove(key).toBytes();
}

} // namespace

class TestHyperparameters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void architecture_data()
    {
        refusedColumns();
        const char* key = "general.architecture";
        refused("#49 missing", without(key), Code::Missing, key, "general.architecture is missing");
        refused("#49 a number", with(key, MetaValue::uint32(1)), Code::Malformed, key, "found UINT32");
        refused("#49 an array", with(key, MetaValue::strings({"llada"})), Code::Malformed, key, "an array of 1");
        refused("#49 empty", with(key, MetaValue::string("")), Code::Unsupported, key, "This engine runs: llada");
        refused("#49 unheard of", with(key, MetaValue::string("llama")), Code::Unsupported, key,
                "\"llama\" is not supported. This engine runs: llada");
        refused("#49 almost", with(key, MetaValue::string(QByteArray("llada\0", 6))), Code::Unsupported, key, "llada");
        refused("#49 with control characters", with(key, MetaValue::string("\x1b[2J")), Code::Unsupported, key,
                "\\x1b[2J");
    }
    void architecture() { checkRefused(); }

    void otherKinds_data()
    {
        refusedColumns();
        const char* key = "general.type";
        refused("#66 LoRA adapter", with(key, MetaValue::string("adapter")), Code::Unsupported, key, "\"adapter\"");
        refused("#66 projector", with(key, MetaValue::string("mmproj")), Code::Unsupported, key, "\"mmproj\"");
        refused("#66 control vector", with("general.architecture", MetaValue::string("controlvector")),
                Code::Unsupported, "general.architecture", "\"controlvector\" is not supported");
        refused("#66 type is a number", with(key, MetaValue::uint32(1)), Code::Malformed, key, "found UINT32");
    }
    void otherKinds() { checkRefused(); }

    void missing_data()
    {
        refusedColumns();
        for (const char* key :
             {"llada.block_count", "llada.embedding_length", "llada.context_length", "llada.feed_forward_length",
              "llada.attention.head_count", "llada.attention.layer_norm_rms_epsilon"})
            refused(qPrintable(QStringLiteral("#50 no %1").arg(QLatin1String(key))), without(key), Code::Missing, key,
                    "is missing");
        refused("#50 no key_length, and heads that do not divide the width",
                with("llada.attention.head_count", MetaValue::uint32(3)), Code::Missing, "llada.attention.key_length",
                "is missing");
    }
    void missing() { checkRefused(); }

    void range_data()
    {
        refusedColumns();
        for (const char* name :
             {"block_count", "embedding_length", "context_length", "feed_forward_length", "attention.head_count",
              "attention.head_count_kv", "attention.key_length", "rope.dimension_count"}) {
            const QByteArray key = QByteArray("llada.") + name;
            refused(qPrintable(QStringLiteral("#50 %1 of 0").arg(QLatin1String(name))), with(key, MetaValue::uint32(0)),
                    Code::Malformed, key, "found 0");
            refused(qPrintable(QStringLiteral("#50 %1 of -1").arg(QLatin1String(name))),
                    with(key, MetaValue::int32(-1)), Code::Malformed, key, "found -1");
            refused(qPrintable(QStringLiteral("#50 %1 of 2^64 - 1").arg(QLatin1String(name))),
                    with(key, MetaValue::uint64(~quint64(0))), Code::Malformed, key, "found 18446744073709551615");
        }
        const char* epsilon = "llada.attention.layer_norm_rms_epsilon";
        const char* base = "llada.rope.freq_base";
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const float infinity = std::numeric_limits<float>::infinity();
        refused("#50 epsilon below 0", with(epsilon, MetaValue::float32(-1e-5F)), Code::Malformed, epsilon,
                "found -1e-05");
        refused("#50 epsilon that is no number", with(epsilon, MetaValue::float32(nan)), Code::Malformed, epsilon,
                "nan");
        refused("#50 base of 0", with(base, MetaValue::float32(0)), Code::Malformed, base, "found 0");
        refused("#50 base without end", with(base, MetaValue::float32(infinity)), Code::Malformed, base, "inf");
        refused("#50 base beyond f32", with(base, MetaValue::float64(1e300)), Code::Malformed, base, "1e+300");
        refused("#50 more heads than columns", with("llada.attention.head_count", MetaValue::uint32(9)),
                Code::Malformed, "llada.attention.head_count", "from 1 to 8");
        refused("#50 more key heads than heads", with("llada.attention.head_count_kv", MetaValue::uint32(5)),
                Code::Malformed, "llada.attention.head_count_kv", "from 1 to 4");
        refused("#50 heads that key heads do not divide", with("llada.attention.head_count_kv", MetaValue::uint32(3)),
                Code::Unsupported, "llada.attention.head_count_kv", "evenly");
        refused("#50 value heads of another size", with("llada.attention.value_length", MetaValue::uint32(4)),
                Code::Malformed, "llada.attention.value_length", "from 2 to 2");
        refused("#50 rotation of more than a head", with("llada.rope.dimension_count", MetaValue::uint32(4)),
                Code::Malformed, "llada.rope.dimension_count", "from 2 to 2");
        refused("#50 experts", with("llada.expert_count", MetaValue::uint32(8)), Code::Malformed, "llada.expert_count",
                "found 8");
    }
    void range() { checkRefused(); }

    void perLayer_data()
    {
        refusedColumns();
        const char* heads = "llada.attention.head_count";
        const char* ffn = "llada.feed_forward_length";
        refused("#51 one entry for two layers", with(heads, MetaValue::uint32s({4})), Code::Malformed, heads,
                "one entry for each of the 2 layers");
        refused("#51 three entries", with(heads, MetaValue::uint32s({4, 4, 4})), Code::Malformed, heads, "3 × UINT32");
        refused("#51 no entries", with(ffn, MetaValue::uint32s({})), Code::Malformed, ffn, "0 × UINT32");
        refused("#51 an entry of 0", with(heads, MetaValue::uint32s({4, 0})), Code::Malformed,
                "llada.attention.head_count[1]", "found 0");
        refused("#51 texts", with(ffn, MetaValue::strings({"12", "12"})), Code::Malformed,
                "llada.feed_forward_length[0]", "found STRING");
        refused("#51 unlike layers", with(ffn, MetaValue::uint32s({12, 16})), Code::Unsupported, ffn,
                "12 for layer 0 but 16 for layer 1");
        refused("#51 where one number is meant", with("llada.embedding_length", MetaValue::uint32s({8, 8})),
                Code::Malformed, "llada.embedding_length", "found an array of 2 × UINT32");
    }
    void perLayer() { checkRefused(); }

    void type_data()
    {
        refusedColumns();
        const char* layers = "llada.block_count";
        const char* epsilon = "llada.attention.layer_norm_rms_epsilon";
        const char* shift = "diffusion.shift_logits";
        refused("#70 FLOAT32 for an integer", with(layers, MetaValue::float32(2)), Code::Malformed, layers,
                "an integer from 1 to 16384 is needed, found FLOAT32");
        refused("#70 STRING for an integer", with(layers, MetaValue::string("2")), Code::Malformed, layers,
                "found STRING");
        refused("#70 BOOL for an integer", with(layers, MetaValue::boolean(true)), Code::Malformed, layers,
                "found BOOL");
        refused("#70 STRING for a number", with(epsilon, MetaValue::string("1e-5")), Code::Malformed, epsilon,
                "a number from 0 to 1 is needed, found STRING");
        refused("#70 array for a number", with(epsilon, MetaValue::float32s({1e-5F})), Code::Malformed, epsilon,
                "found an array of 1 × FLOAT32");
        refused("#70 UINT32 for a flag", with(shift, MetaValue::uint32(0)), Code::Malformed, shift,
                "true or false is needed, found UINT32");
        refused("#70 another text for a flag", with(shift, MetaValue::string("no")), Code::Malformed, shift,
                "found \"no\"");
        refused("#70 number for a text", with("llada.rope.scaling.type", MetaValue::uint32(0)), Code::Malformed,
                "llada.rope.scaling.type", "a string is needed, found UINT32");
    }
    void type() { checkRefused(); }

    void otherModels_data()
    {
        refusedColumns();
        refused("logits of the next row", with("diffusion.shift_logits", MetaValue::boolean(true)), Code::Unsupported,
                "diffusion.shift_logits", "next row");
        refused("stretched rotation", with("llada.rope.scaling.type", MetaValue::string("yarn")), Code::Unsupported,
                "llada.rope.scaling.type", "\"yarn\"");
        refused("scaled rotation", with("llada.rope.scaling.factor", MetaValue::float32(4)), Code::Unsupported,
                "llada.rope.scaling.factor", "not supported");
        ModelFile wide;
        wide.set("llada.attention.key_length", MetaValue::uint32(4));
        refused("rotation of half a head", wide.toBytes(), Code::Unsupported, "llada.rope.dimension_count",
                "whole heads");
        refused("odd heads",
                ModelFile()
                    .remove("llada.rope.dimension_count")
                    .set("llada.attention.key_length", MetaValue::uint32(3))
                    .toBytes(),
                Code::Unsupported, "llada.rope.dimension_count", "odd");
    }
    void otherModels() { checkRefused(); }

    void runs_data()
    {
        acceptedColumns();
        accepted("as it is", ModelFile().toBytes());
        accepted("numbers per layer", with("llada.feed_forward_length", MetaValue::uint32s({12, 12})));
        accepted("an integer of another type", with("llada.block_count", MetaValue::int64(2)));
        accepted("an integer for a number", with("llada.rope.freq_base", MetaValue::uint32(10000)));
        accepted("a double for a number", with("llada.rope.freq_base", MetaValue::float64(10000)));
        accepted("a text for a flag", with("diffusion.shift_logits", MetaValue::string("false")));
        accepted("no flag", without("diffusion.shift_logits"));
        accepted("no base", without("llada.rope.freq_base"));
        accepted("no rotation size", without("llada.rope.dimension_count"));
        accepted("no vocabulary size", without("llada.vocab_size"));
        accepted("no scaling by name", with("llada.rope.scaling.type", MetaValue::string("none")));
        accepted("another vocabulary size", with("llada.vocab_size", MetaValue::uint32(19)),
                 "llada.vocab_size is 19, but token_embd.weight has 20 rows");
        accepted("causal", with("llada.attention.causal", MetaValue::boolean(true)), "non-causally");
    }
    void runs() { checkAccepted(); }

    void sizesAreRead()
    {
        const auto description = describeBytes(ModelFile().toBytes());
        QVERIFY(description);
        const model::Hyperparameters& h = description->hyperparameters;
        QCOMPARE(h.layers, 2);
        QCOMPARE(h.width, 8);
        QCOMPARE(h.heads, 4);
        QCOMPARE(h.kvHeads, 2);
        QCOMPARE(h.headSize, 2);
        QCOMPARE(h.ffn, 12);
        QCOMPARE(h.vocabulary, 20);
        QCOMPARE(h.context, 64);
        QCOMPARE(h.rmsEpsilon, 1e-5F);
        QCOMPARE(h.ropeBase, 10000.F);
        QCOMPARE(h.ropeDimensions, 2);
    }

    void keyHeadsAreHeadsWithoutKey()
    {
        ModelFile file;
        file.remove("llada.attention.head_count_kv");
        for (const char* name :
             {"blk.0.attn_k.weight", "blk.0.attn_v.weight", "blk.1.attn_k.weight", "blk.1.attn_v.weight"})
            file.setTensor(name, {8, 8});
        const auto description = describeBytes(file.toBytes());
        QVERIFY2(description, qPrintable(description ? QString() : description.error().message));
        QCOMPARE(description->hyperparameters.kvHeads, 4);
    }
};

QTEST_APPLESS_MAIN(TestHyperparameters)
#include "test_hyperparameters.moc"
