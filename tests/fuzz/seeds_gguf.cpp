// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seed corpus of fuzz_gguf: small files that between them reach every part of the parser.
#include "support/gguf_writer.h"

#include <QFile>

#include <cstdio>

using namespace lacuna;
using namespace lacuna::support;
using gguf::ValueType;
using quant::TensorType;

namespace {

bool write(const QString& folder, const char* name, const QByteArray& content)
{
    QFile file(folder + u'/' + QLatin1StringView(name));
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

GgufWriter allValueTypes(quint32 version, bool bigEndian)
{
    GgufWriter writer(version, bigEndian);
    writer.set("general.architecture", MetaValue::string("llada"))
        .set("u8", MetaValue::uint8(1))
        .set("i8", MetaValue::int8(-1))
        .set("u16", MetaValue::uint16(2))
        .set("i16", MetaValue::int16(-2))
        .set("u32", MetaValue::uint32(3))
        .set("i32", MetaValue::int32(-3))
        .set("f32", MetaValue::float32(0.5f))
        .set("b", MetaValue::boolean(true))
        .set("u64", MetaValue::uint64(4))
        .set("i64", MetaValue::int64(-4))
        .set("f64", MetaValue::float64(0.25))
        .set("words", MetaValue::strings({"a", "", "ccc"}))
        .set("numbers", MetaValue::int32s({1, 2, 3}))
        .set("nested", MetaValue::array(ValueType::Array, {MetaValue::strings({"x"}), MetaValue::uint32s({7})}));
    return writer;
}

GgufWriter someTensors()
{
    GgufWriter writer;
    writer.setAlignment(32)
        .addTensor("scalar", TensorType::F32, {})
        .addTensor("norm", TensorType::F32, {8})
        .addTensor("weight", TensorType::Q4_0, {32, 2})
        .addTensor("cube", TensorType::I8, {2, 3, 2, 2});
    return writer;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fputs("usage: seeds_gguf FOLDER\n", stderr);
        return 2;
    }
    const QString folder = QFile::decodeName(argv[1]);
    GgufWriter shard;
    shard.set("split.no", MetaValue::uint16(0))
        .set("split.count", MetaValue::uint16(2))
        .set("split.tensors.count", MetaValue::int32(1))
        .addTensor("t", TensorType::F16, {4});
    std::vector<QByteArray> manyWords(100, "word");
    const bool written = write(folder, "empty_tables", GgufWriter().toBytes())
        && write(folder, "values_v1", allValueTypes(1, false).toBytes())
        && write(folder, "values_v2", allValueTypes(2, false).toBytes())
        && write(folder, "values_v3", allValueTypes(3, false).toBytes())
        && write(folder, "values_big_endian", allValueTypes(3, true).toBytes())
        && write(folder, "tensors", someTensors().toBytes())
        && write(folder, "tensors_gap", someTensors().claimOffset(160).toBytes())
        && write(folder, "tensors_cut", someTensors().toBytes().chopped(40))
        && write(folder, "removed_type", GgufWriter().addRawTensor("old", 4, {32}, 18).toBytes())
        && write(folder, "many_words", GgufWriter().set("words", MetaValue::strings(manyWords)).toBytes())
        && write(folder, "shard", shard.toBytes()) && write(folder, "glued_shards", shard.toBytes() + shard.toBytes())
        && write(folder, "old_format", "tjgg\x03");
    return written ? 0 : 1;
}
