// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds 52 to 54 of the catalogue of malformed files: the tensors that the metadata call for.
#include "model/description_check.h"
#include "model/model_file.h"

using namespace lacuna;
using namespace lacuna::test;
using quant::TensorType;
using support::MetaValue;
using Code = Error::Code;

namespace {

QByteArray withLayers(quint32 layers)
{
    return ModelFile().set("llada.block_count", MetaValue::uint32(layers)).toBytes();
}

QByteArray withTensor(const QByteArray& name, std::vector<quint64> shape, TensorType type = TensorType::F32)
{
    return ModelFile().setTensor(name, std::move(shape), type).toBytes();
}

} // namespace

class TestWeightTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missing_data()
    {
        refusedColumns();
        const ModelFile whole;
        for (const ModelFile::Tensor& tensor : whole.tensors()) {
            if (tensor.name == "output.weight") // then the head is tied
                continue;
            refused("#52 " + tensor.name, ModelFile().removeTensor(tensor.name).toBytes(), Code::Missing, tensor.name,
                    "lacks 1 of the tensors that its metadata call for: " + tensor.name + '.');
        }
        ModelFile withoutFirst;
        for (const ModelFile::Tensor& tensor : whole.tensors())
            if (tensor.name.startsWith("blk.0."))
                withoutFirst.removeTensor(tensor.name);
        refused("#52 the first block", withoutFirst.toBytes(), Code::Missing, "blk.0.attn_norm.weight",
                "lacks 9 of the tensors");
        ModelFile empty;
        for (const ModelFile::Tensor& tensor : whole.tensors())
            empty.removeTensor(tensor.name);
        refused("#52 all", empty.toBytes(), Code::Missing, "token_embd.weight", "lacks 20 of the tensors");
        refused("#53 more blocks promised", withLayers(3), Code::Missing, "blk.2.attn_norm.weight",
                "lacks 9 of the tensors that its metadata call for: blk.2.attn_norm.weight, blk.2.attn_q.weight");
        refused("#53 as many blocks promised as can be", withLayers(16384), Code::Missing, "blk.2.attn_norm.weight",
                "and 147426 more");
    }
    void missing() { checkRefused(); }

    void superfluous_data()
    {
        acceptedColumns();
        accepted("#53 fewer blocks promised", withLayers(1), "does not use: blk.1.attn_norm.weight");
        accepted("#53 one that nobody knows", withTensor("blk.0.attn_q.bias", {8}), "does not use: blk.0.attn_q.bias");
        accepted("#53 a name that terminals obey", withTensor("\x1b[2J", {8}), "\\x1b[2J");
        accepted("tied head", ModelFile().removeTensor("output.weight").toBytes());
    }
    void superfluous() { checkAccepted(); }

    void otherRotation()
    {
        const auto description = describeBytes(withTensor("rope_freqs.weight", {1}));
        QVERIFY(!description);
        QCOMPARE(description.error().code, Code::Unsupported);
        QCOMPARE(description.error().subject, QStringLiteral("rope_freqs.weight"));
    }

    void shape_data()
    {
        refusedColumns();
        const ModelFile whole;
        for (const ModelFile::Tensor& tensor : whole.tensors()) {
            std::vector<quint64> shape = tensor.shape;
            ++shape.back();
            // Rows of the embedding are the vocabulary, which the head must have, too.
            const bool isEmbedding = tensor.name == "token_embd.weight";
            refused("#54 one more in " + tensor.name, withTensor(tensor.name, shape), Code::Malformed,
                    isEmbedding ? "output.weight" : tensor.name, "has the shape");
            shape = tensor.shape;
            shape.push_back(2);
            if (tensor.shape.size() == 2)
                refused("#54 third dimension in " + tensor.name, withTensor(tensor.name, shape), Code::Malformed,
                        tensor.name, "× 2, but the metadata call for");
        }
        refused("#54 embedding on its side", withTensor("token_embd.weight", {20, 8}), Code::Malformed,
                "token_embd.weight", "has the shape 20 × 8, but the metadata call for 8 × 8");
        refused("#54 FFN on its side", withTensor("blk.1.ffn_down.weight", {8, 12}), Code::Malformed,
                "blk.1.ffn_down.weight", "has the shape 8 × 12, but the metadata call for 12 × 8");
        refused("#54 width that no tensor has",
                ModelFile()
                    .set("llada.embedding_length", MetaValue::uint32(16))
                    .remove("llada.rope.dimension_count")
                    .toBytes(),
                Code::Malformed, "token_embd.weight", "has the shape 8 × 20, but the metadata call for 16 × 20");
    }
    void shape() { checkRefused(); }

    void type_data()
    {
        refusedColumns();
        refused("#54 integers as a matrix", withTensor("blk.0.attn_q.weight", {8, 8}, TensorType::I32),
                Code::Unsupported, "blk.0.attn_q.weight", "type I32, which this engine cannot run");
        refused("#54 integers as a norm", withTensor("blk.1.ffn_norm.weight", {8}, TensorType::I8), Code::Unsupported,
                "blk.1.ffn_norm.weight", "type I8, which this engine cannot decode");
        refused("#54 doubles as embedding", withTensor("token_embd.weight", {8, 20}, TensorType::F64),
                Code::Unsupported, "token_embd.weight", "type F64");
    }
    void type() { checkRefused(); }

    void types_data()
    {
        acceptedColumns();
        accepted("norm in F16", withTensor("output_norm.weight", {8}, TensorType::F16));
        accepted("matrix in BF16", withTensor("blk.0.attn_q.weight", {8, 8}, TensorType::BF16));
    }
    void types() { checkAccepted(); }
};

QTEST_APPLESS_MAIN(TestWeightTable)
#include "test_weight_table.moc"
