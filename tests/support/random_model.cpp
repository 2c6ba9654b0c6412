// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/random_model.h"

#include "support/byte_vocabulary.h"
#include "support/gguf_writer.h"
#include "support/quantisation_mix.h"
#include "support/scaled_weights.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lacuna::support {

namespace {

/// LLaDA's form of a conversation: every turn behind a header with its role.
constexpr char chatTemplate[] =
    "{% for message in messages %}{% if loop.first %}{{ bos_token }}{% endif %}"
    "<|start_header_id|>{{ message['role'] }}<|end_header_id|>\n\n{{ message['content'] | trim }}<|eot_id|>"
    "{% endfor %}{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}";

/// Fills a writer with a model's tensors.
class TensorWriter {
public:
    TensorWriter(GgufWriter& writer, const RandomModel& model, const QuantisationMix& mix)
        : m_writer(writer)
        , m_model(model)
        , m_mix(mix)
        , m_seeds(model.seed)
    {
    }

    void add(const QByteArray& name, TensorRole role, int layer, int outputs, int inputs)
    {
        const quant::TensorType type = m_mix.typeOf(role, layer, m_model.layers);
        m_writer.addTensor(name + ".weight", type, {quint64(inputs), quint64(outputs)},
                           scaledWeights(type, deviation(role), m_seeds.next()));
    }

    void addNorm(const QByteArray& name)
    {
        Random random(m_seeds.next());
        std::vector<float> values(static_cast<std::size_t>(m_model.width));
        for (float& value : values)
            value = random.uniform(0.75F, 1.25F);
        m_writer.addTensor(name + ".weight", quant::TensorType::F32, {quint64(m_model.width)}, floats(values));
    }

private:
    /// Keeps the size of everything that flows through the model: normed rows are around 1, so a matrix of 1 / √inputs
    /// hands on the size that it gets.
    float deviation(TensorRole role) const
    {
        const float unit = 1 / std::sqrt(float(m_model.width));
        // A tied table is embedding and head at once: a compromise between 1 and 4 · unit.
        const float embedding = m_model.tied ? 0.25F : 1;
        switch (role) {
        case TensorRole::Embedding:
            return embedding;
        case TensorRole::Query:
        case TensorRole::Key:
            return 1.4F * unit; // attention that is neither even nor all on one position
        case TensorRole::AttentionOutput:
            return 0.2F * m_model.branches * embedding * unit;
        case TensorRole::Down:
            return 0.1F * m_model.branches * embedding / std::sqrt(float(m_model.ffn));
        case TensorRole::Output:
            return m_model.tied ? embedding : 4 * unit; // logits that choose clearly
        default:
            return unit;
        }
    }

    GgufWriter& m_writer;
    const RandomModel& m_model;
    const QuantisationMix& m_mix;
    Random m_seeds; ///< one for every tensor
};

void addTensors(GgufWriter& writer, const RandomModel& model, const QuantisationMix& mix)
{
    const int kvWidth = model.width / model.heads * model.kvHeads;
    TensorWriter tensors(writer, model, mix);
    // A tied table has the head's type: that is the use in which precision shows.
    tensors.add("token_embd", model.tied ? TensorRole::Output : TensorRole::Embedding, 0, model.vocabulary,
                model.width);
    for (int layer = 0; layer < model.layers; ++layer) {
        const QByteArray block = "blk." + QByteArray::number(layer) + '.';
        tensors.addNorm(block + "attn_norm");
        tensors.add(block + "attn_q", TensorRole::Query, layer, model.width, model.width);
        tensors.add(block + "attn_k", TensorRole::Key, layer, kvWidth, model.width);
        tensors.add(block + "attn_v", TensorRole::Value, layer, kvWidth, model.width);
        tensors.add(block + "attn_output", TensorRole::AttentionOutput, layer, model.width, model.width);
        tensors.addNorm(block + "ffn_norm");
        tensors.add(block + "ffn_gate", TensorRole::Gate, layer, model.ffn, model.width);
        tensors.add(block + "ffn_up", TensorRole::Up, layer, model.ffn, model.width);
        tensors.add(block + "ffn_down", TensorRole::Down, layer, model.width, model.ffn);
    }
    tensors.addNorm("output_norm");
    if (!model.tied)
        tensors.add("output", TensorRole::Output, 0, model.vocabulary, model.width);
}

void addMetadata(GgufWriter& writer, const RandomModel& model, const QuantisationMix& mix)
{
    writer.set("general.architecture", MetaValue::string("llada"));
    writer.set("general.name", MetaValue::string(model.name));
    writer.set("general.description", MetaValue::string("Random weights, for tests and measurements"));
    writer.set("general.file_type", MetaValue::uint32(mix.fileType));
    writer.set("general.quantization_version", MetaValue::uint32(2));
    const auto size = [&writer](const QByteArray& name, int value) {
        writer.set("llada." + name, MetaValue::uint32(quint32(value)));
    };
    size("context_length", model.context);
    size("embedding_length", model.width);
    size("block_count", model.layers);
    size("feed_forward_length", model.ffn);
    size("attention.head_count", model.heads);
    size("attention.head_count_kv", model.kvHeads);
    size("rope.dimension_count", model.width / model.heads);
    size("vocab_size", model.vocabulary);
    writer.set("llada.attention.layer_norm_rms_epsilon", MetaValue::float32(1e-5F));
    writer.set("llada.rope.freq_base", MetaValue::float32(500000));
    writer.set("llada.attention.causal", MetaValue::boolean(false));
    writer.set("diffusion.shift_logits", MetaValue::boolean(false));
}

void addVocabulary(GgufWriter& writer, int size)
{
    const ByteVocabulary vocabulary = makeByteVocabulary(size);
    const auto id = [&writer](const QByteArray& name, TokenId value) {
        writer.set("tokenizer.ggml." + name + "_token_id", MetaValue::uint32(quint32(value)));
    };
    writer.set("tokenizer.ggml.model", MetaValue::string("gpt2"));
    writer.set("tokenizer.ggml.pre", MetaValue::string("bailingmoe"));
    writer.set("tokenizer.ggml.tokens", MetaValue::strings(vocabulary.tokens));
    writer.set("tokenizer.ggml.token_type", MetaValue::int32s(vocabulary.types));
    writer.set("tokenizer.ggml.merges", MetaValue::strings(vocabulary.merges));
    id("bos", vocabulary.bos);
    id("eos", vocabulary.eos);
    id("eot", vocabulary.eot);
    id("padding", vocabulary.eos);
    id("mask", vocabulary.mask);
    writer.set("tokenizer.ggml.add_bos_token", MetaValue::boolean(true));
    writer.set("tokenizer.ggml.add_eos_token", MetaValue::boolean(false));
    writer.set("tokenizer.chat_template", MetaValue::string(chatTemplate));
}

/// Sizes that no tensor can have.
Result<const QuantisationMix*> check(const RandomModel& model)
{
    const QuantisationMix* mix = findMix(model.mix);
    if (mix == nullptr) {
        return failure(Error::Code::InvalidArgument,
                       QStringLiteral("There is no mix \"%1\"; there are: %2.")
                           .arg(QString::fromUtf8(model.mix), mixNames().join(QStringLiteral(", "))));
    }
    if (model.layers < 1 || model.heads < 1 || model.kvHeads < 1 || model.width < 1 || model.ffn < 1
        || model.context < 1)
        return failure(Error::Code::InvalidArgument, QStringLiteral("All sizes must be positive."));
    if (model.width % (2 * model.heads) != 0 || model.heads % model.kvHeads != 0) {
        return failure(Error::Code::InvalidArgument,
                       QStringLiteral("Heads must divide the width evenly, in pairs, and key heads the heads."));
    }
    if (model.vocabulary < ByteVocabulary::minimumSize) {
        return failure(Error::Code::InvalidArgument,
                       QStringLiteral("A vocabulary needs at least %1 tokens.").arg(ByteVocabulary::minimumSize));
    }
    for (const TensorRole role : {TensorRole::Query, TensorRole::Down}) {
        for (int layer = 0; layer < model.layers; ++layer) {
            const int inputs = role == TensorRole::Down ? model.ffn : model.width;
            const quant::TypeTraits& traits = quant::traits(mix->typeOf(role, layer, model.layers));
            if (quint32(inputs) % traits.blockElements != 0) {
                return failure(Error::Code::InvalidArgument,
                               QStringLiteral("%1 needs rows of a multiple of %2 values, not %3.")
                                   .arg(QLatin1String(traits.name))
                                   .arg(traits.blockElements)
                                   .arg(inputs));
            }
        }
    }
    return mix;
}

Result<GgufWriter> makeWriter(const RandomModel& model)
{
    return check(model).map([&](const QuantisationMix* mix) {
        GgufWriter writer;
        addMetadata(writer, model, *mix);
        addVocabulary(writer, model.vocabulary);
        addTensors(writer, model, *mix);
        return writer;
    });
}

/// LLaDA-8B has 32 layers; fewer of them cost and behave as so many of its own.
RandomModel shapedAsLlada8B(const QByteArray& name, int layers, const QByteArray& mix)
{
    return {.name = name,
            .layers = layers,
            .width = 4096,
            .heads = 32,
            .kvHeads = 32,
            .ffn = 12288,
            .vocabulary = 126464,
            .context = 4096,
            .mix = mix,
            .seed = 8};
}

} // namespace

const std::vector<RandomModel>& parityModels()
{
    static const std::vector<RandomModel> models = {
        {.name = "f32-1-layer", .layers = 1, .branches = 8, .mix = "F32", .seed = 101},
        {.name = "f32-4-layers-gqa",
         .layers = 4,
         .heads = 8,
         .kvHeads = 2,
         .vocabulary = 1003,
         .branches = 8,
         .mix = "F32",
         .seed = 102},
        {.name = "q8_0-1-layer-gqa", .kvHeads = 1, .branches = 8, .mix = "Q8_0", .seed = 110},
        {.name = "q8_0-4-layers", .layers = 4, .branches = 2, .mix = "Q8_0", .seed = 103},
        {.name = "q4_k_m-1-layer", .layers = 1, .branches = 8, .mix = "Q4_K_M", .seed = 104},
        {.name = "q4_k_m-4-layers-gqa",
         .layers = 4,
         .width = 512,
         .kvHeads = 2,
         .ffn = 768,
         .mix = "Q4_K_M",
         .seed = 105},
        {.name = "q4_k_m-4-layers-tied", .layers = 4, .tied = true, .mix = "Q4_K_M", .seed = 106},
        {.name = "all-32-1-layer", .branches = 8, .mix = "all-32", .seed = 107},
        {.name = "all-256-1-layer", .branches = 8, .mix = "all-256", .seed = 108},
        {.name = "all-plain-1-layer", .branches = 8, .mix = "all-plain", .seed = 109},
    };
    return models;
}

const RandomModel* findRandomModel(const QByteArray& name)
{
    static const std::vector<RandomModel> others = {
        {.name = "tiny", .layers = 4, .ffn = 768, .vocabulary = 2048, .mix = "Q4_K_M", .seed = 1},
        shapedAsLlada8B("8b-q4_k_m", 32, "Q4_K_M"),
        shapedAsLlada8B("8b-2-layers-q4_k_m", 2, "Q4_K_M"),
        shapedAsLlada8B("8b-16-layers-q3_k_m", 16, "Q3_K_M"),
        shapedAsLlada8B("8b-16-layers-q5_k_m", 16, "Q5_K_M"),
        shapedAsLlada8B("8b-16-layers-q6_k", 16, "Q6_K"),
        shapedAsLlada8B("8b-16-layers-q8_0", 16, "Q8_0"),
    };
    for (const auto* models : {&parityModels(), &others}) {
        for (const RandomModel& model : *models)
            if (model.name == name)
                return &model;
    }
    return nullptr;
}

Result<void> writeRandomModel(const RandomModel& model, const QString& path)
{
    return makeWriter(model).and_then([&](const GgufWriter& writer) { return writer.write(path); });
}

Result<QStringList> writeSplitRandomModel(const RandomModel& model, const QString& prefix, int count)
{
    return makeWriter(model).and_then([&](const GgufWriter& writer) { return writer.writeSplit(prefix, count); });
}

} // namespace lacuna::support
