// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/activations.h"

#include "kernels/rows.h"
#include "quant/decoded.h"

#include <algorithm>
#include <cstring>

namespace lacuna::kernels {

namespace {

/// As for KernelTable::startsWords.
void deriveWords(const ActivationBlock& block, int zeroPoint, ActivationSums& out)
{
    for (int g = 0; g < blockValues / 16; ++g) {
        int sums[2] = {};
        for (int i = 0; i < 16; ++i)
            sums[i % 4 / 2] += block.q[16 * g + i];
        out.startOfWords[g][0] = std::int16_t(-zeroPoint * sums[0]);
        out.startOfWords[g][1] = std::int16_t(-zeroPoint * sums[1]);
    }
}

/// What a weight type wants to know of a block's sums.
void derive(const ActivationBlock& block, int groupSize, int zeroPoint, ActivationSums& out)
{
    if (zeroPoint && groupSize == 16 && kernels().startsWords)
        return deriveWords(block, zeroPoint, out);
    const int merged = groupSize / 16; // sums that make one
    for (int g = 0; g < blockValues / groupSize; ++g) {
        const int sum = merged == 1 ? block.sums[g] : block.sums[2 * g] + block.sums[2 * g + 1];
        if (zeroPoint)
            out.start[g] = -zeroPoint * sum;
        else
            out.pairs[g / 2][g % 2] = std::int16_t(sum);
    }
}

} // namespace

WeightTraits weightTraits(quant::TensorType type)
{
    using quant::TensorType;
    switch (type) {
    case TensorType::F32:
        return {ActivationForm::F32, false, {}, 0};
    case TensorType::F16:
        return {ActivationForm::F16, false, {}, 0};
    case TensorType::BF16:
        return {ActivationForm::Bf16, false, {}, 0};
    default:
        break;
    }
    const quant::DecodedTraits* decoded = quant::findDecodedTraits(type);
    Q_ASSERT(decoded);
    const bool scalePerGroup = quant::traits(type).blockElements != blockValues;
    const ActivationForm form = !scalePerGroup ? ActivationForm::Q8K
        : decoded->hasOffset                   ? ActivationForm::Q81
                                               : ActivationForm::Q80;
    return {form, true, {decoded->groupSize, decoded->largestQ, decoded->hasOffset, scalePerGroup}, decoded->zeroPoint};
}

Activations::Activations()
    : d(std::make_unique<Private>())
{
}

Activations::~Activations() = default;

void Activations::set(ConstMatrix x)
{
    d->source = x;
    for (Private::Quantised& form : d->quantised)
        form.isValid = false;
    for (Private::Plain& form : d->plain)
        form.isValid = false;
    for (const auto& sums : d->sumsOfTypes)
        sums->isValid = false;
}

int Activations::rows() const
{
    return d->source.rows;
}
int Activations::inputs() const
{
    return d->source.columns;
}

bool Activations::set(ConstMatrix x, std::span<const quant::TensorType> types,
                      runtime::FunctionRef<void(int row)> produce, runtime::ThreadPool& pool, std::stop_token stop)
{
    set(x);
    return d->prepare(types, produce, pool, stop);
}

void Activations::Private::quantise(ActivationForm form, int row)
{
    const Quantised& target = quantised[index(form)];
    for (int b = 0; b * blockValues < source.columns; ++b) {
        const float* x = source.row(row) + b * blockValues;
        const int values = std::min(blockValues, source.columns - b * blockValues);
        const size_t at = blockIndex(b, row);
        if (form == ActivationForm::Q8K)
            kernels().quantiseQ8K(x, values, target.blocks.data()[at]);
        else
            kernels().quantiseQ80(x, values, target.blocks.data()[at],
                                  form == ActivationForm::Q81 ? target.sums.data()[at].sum : nullptr);
    }
}

void Activations::Private::round(ActivationForm form, int row)
{
    for (int b = 0; b * plainBlockValues < source.columns; ++b) {
        const float* x = source.row(row) + b * plainBlockValues;
        const int values = std::min(plainBlockValues, source.columns - b * plainBlockValues);
        float* y = plain[index(form)].blocks.data()[blockIndex(b, row)].x;
        if (form == ActivationForm::F16)
            kernels().roundF16(x, values, y);
        else if (form == ActivationForm::Bf16)
            kernels().roundBf16(x, values, y);
        else
            std::memcpy(y, x, size_t(values) * sizeof(float));
    }
}

void Activations::Private::addUp(Sums& target, int row)
{
    const ActivationBlock* from = quantisedBlocks(target.form);
    for (int b = 0; b * blockValues < source.columns; ++b) {
        const size_t at = blockIndex(b, row);
        derive(from[at], target.groupSize, target.zeroPoint, target.sums.data()[at]);
    }
}

Activations::Private::Sums& Activations::Private::sumsFor(const WeightTraits& traits)
{
    for (const auto& sums : sumsOfTypes) {
        if (sums->form == traits.form && sums->groupSize == traits.groups.groupSize
            && sums->zeroPoint == traits.zeroPoint)
            return *sums;
    }
    sumsOfTypes.push_back(std::make_unique<Sums>());
    sumsOfTypes.back()->form = traits.form;
    sumsOfTypes.back()->groupSize = traits.groups.groupSize;
    sumsOfTypes.back()->zeroPoint = traits.zeroPoint;
    return *sumsOfTypes.back();
}

void Activations::Private::addSteps(const WeightTraits& traits, std::vector<Step>& steps)
{
    const ActivationForm form = traits.form;
    const size_t count = size_t(blocksOf(source.columns, traits)) * size_t(source.rows);
    const auto add = [&](bool& isValid, auto run) {
        const bool isThere = std::ranges::find(steps, &isValid, &Step::isValid) != steps.end();
        if (!isValid && !isThere)
            steps.push_back({&isValid, run});
    };
    if (!traits.isQuantised) {
        plain[index(form)].blocks.reserve(count);
        return add(plain[index(form)].isValid, [this, form](int row) { round(form, row); });
    }
    Quantised& target = quantised[index(form)];
    target.blocks.reserve(count + blocksReadPastEnd);
    if (form == ActivationForm::Q81)
        target.sums.reserve(count);
    add(target.isValid, [this, form](int row) { quantise(form, row); });
    if (form == ActivationForm::Q81)
        return;
    Sums& sums = sumsFor(traits);
    sums.sums.reserve(count);
    add(sums.isValid, [this, &sums](int row) { addUp(sums, row); });
}

bool Activations::Private::prepare(std::span<const quant::TensorType> types,
                                   runtime::FunctionRef<void(int row)> produce, runtime::ThreadPool& pool,
                                   const std::stop_token& stop)
{
    std::vector<Step> steps;
    for (quant::TensorType type : types)
        addSteps(weightTraits(type), steps);
    return run(steps, produce, pool, stop);
}

bool Activations::Private::prepare(quant::TensorType type, runtime::ThreadPool& pool, const std::stop_token& stop)
{
    std::vector<Step> steps;
    addSteps(weightTraits(type), steps);
    return steps.empty()
        || run(
               steps, [](int) {}, pool, stop);
}

bool Activations::Private::run(const std::vector<Step>& steps, runtime::FunctionRef<void(int row)> produce,
                               runtime::ThreadPool& pool, const std::stop_token& stop) const
{
    const bool done = forEachRow(source.rows, pool, stop, [&](int row) {
        produce(row);
        for (const Step& step : steps)
            step.run(row);
    });
    for (const Step& step : steps)
        *step.isValid = done;
    return done;
}

const ActivationSums* Activations::Private::sums(const WeightTraits& traits)
{
    return traits.form == ActivationForm::Q81 ? quantised[index(ActivationForm::Q81)].sums.data()
                                              : sumsFor(traits).sums.data();
}

} // namespace lacuna::kernels
