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

bool Activations::Private::quantise(const WeightTraits& traits, runtime::ThreadPool& pool, const std::stop_token& stop)
{
    const ActivationForm form = traits.form;
    Quantised& target = quantised[index(form)];
    if (target.isValid)
        return true;
    const int blocks = blocksOf(source.columns, traits);
    const size_t count = size_t(blocks) * size_t(source.rows);
    target.blocks.reserve(count + blocksReadPastEnd);
    if (form == ActivationForm::Q81)
        target.sums.reserve(count);
    target.isValid = forEachRow(source.rows, pool, stop, [&](int row) {
        for (int b = 0; b < blocks; ++b) {
            const float* x = source.row(row) + b * blockValues;
            const int values = std::min(blockValues, source.columns - b * blockValues);
            const size_t index = size_t(b) * size_t(source.rows) + size_t(row);
            if (form == ActivationForm::Q8K)
                kernels().quantiseQ8K(x, values, target.blocks.data()[index]);
            else
                kernels().quantiseQ80(x, values, target.blocks.data()[index],
                                      form == ActivationForm::Q81 ? target.sums.data()[index].sum : nullptr);
        }
    });
    return target.isValid;
}

bool Activations::Private::round(const WeightTraits& traits, runtime::ThreadPool& pool, const std::stop_token& stop)
{
    const ActivationForm form = traits.form;
    Plain& target = plain[index(form)];
    if (target.isValid)
        return true;
    const int blocks = blocksOf(source.columns, traits);
    target.blocks.reserve(size_t(blocks) * size_t(source.rows));
    target.isValid = forEachRow(source.rows, pool, stop, [&](int row) {
        for (int b = 0; b < blocks; ++b) {
            const float* x = source.row(row) + b * plainBlockValues;
            const int values = std::min(plainBlockValues, source.columns - b * plainBlockValues);
            float* y = target.blocks.data()[size_t(b) * size_t(source.rows) + size_t(row)].x;
            if (form == ActivationForm::F16)
                kernels().roundF16(x, values, y);
            else if (form == ActivationForm::Bf16)
                kernels().roundBf16(x, values, y);
            else
                std::memcpy(y, x, size_t(values) * sizeof(float));
        }
    });
    return target.isValid;
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

bool Activations::Private::addUp(const WeightTraits& traits, runtime::ThreadPool& pool, const std::stop_token& stop)
{
    Sums& target = sumsFor(traits);
    if (target.isValid)
        return true;
    const int blocks = blocksOf(source.columns, traits);
    const ActivationBlock* from = quantisedBlocks(traits.form);
    target.sums.reserve(size_t(blocks) * size_t(source.rows));
    target.isValid = pool.run(
        blocks,
        [&](int b, int) {
            for (int row = 0; row < source.rows; ++row) {
                const size_t index = size_t(b) * size_t(source.rows) + size_t(row);
                derive(from[index], target.groupSize, target.zeroPoint, target.sums.data()[index]);
            }
        },
        stop);
    return target.isValid;
}

bool Activations::Private::prepare(const WeightTraits& traits, runtime::ThreadPool& pool, const std::stop_token& stop)
{
    const runtime::PartClock::Scope part(pool.parts(), runtime::Part::Quantisation);
    if (!traits.isQuantised)
        return round(traits, pool, stop);
    return quantise(traits, pool, stop) && (traits.form == ActivationForm::Q81 || addUp(traits, pool, stop));
}

const ActivationSums* Activations::Private::sums(const WeightTraits& traits)
{
    return traits.form == ActivationForm::Q81 ? quantised[index(ActivationForm::Q81)].sums.data()
                                              : sumsFor(traits).sums.data();
}

} // namespace lacuna::kernels
