// SPDX-License-Identifier: GPL-3.0-or-later
// How fast weights become numbers: dequantise() as the tensor view uses it, decodeRow() as the scalar kernel does.
#include "quant/decoded.h"
#include "quant/dequantise.h"

#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

namespace {

using namespace lacuna::quant;

constexpr std::size_t tensorValues = std::size_t {1} << 24; // 64 MiB of floats: larger than caches, as tensors are
constexpr int rowValues = 4096;

/// Random bits with small scales wherever an f16 may lie: no format has a scale at an odd offset, so every odd byte's
/// top two bits are cleared and none is Inf or NaN.
std::vector<std::byte> randomBlocks(TensorType type, std::size_t values)
{
    std::mt19937 random(1);
    std::vector<std::byte> blocks(*byteSize(type, values));
    for (std::size_t i = 0; i < blocks.size(); ++i)
        blocks[i] = static_cast<std::byte>(random() & (i % 2 ? 0x3f : 0xff));
    return blocks;
}

void dequantiseTensor(benchmark::State& state, TensorType type)
{
    const std::vector<std::byte> blocks = randomBlocks(type, tensorValues);
    std::vector<float> values(tensorValues);
    while (state.KeepRunning()) {
        if (!dequantise(type, blocks, values))
            state.SkipWithError("refused");
        benchmark::DoNotOptimize(values.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(tensorValues));
}

void decodeOneRow(benchmark::State& state, TensorType type)
{
    const std::vector<std::byte> blocks = randomBlocks(type, rowValues);
    std::vector<std::uint8_t> q(rowValues);
    std::vector<float> scale(rowValues / 16);
    std::vector<float> offset(rowValues / 16);
    while (state.KeepRunning()) {
        decodeRow(type, blocks.data(), rowValues, q.data(), scale.data(), offset.data());
        benchmark::DoNotOptimize(q.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * rowValues);
}

} // namespace

int main(int argc, char** argv)
{
    for (quint32 id = 0; id < 64; ++id) {
        const TypeTraits* type = findTraits(id);
        if (!type || !type->canDequantise)
            continue;
        benchmark::RegisterBenchmark((std::string("dequantise/") + type->name).c_str(), dequantiseTensor, type->type)
            ->Unit(benchmark::kMillisecond);
        if (findDecodedTraits(type->type))
            benchmark::RegisterBenchmark((std::string("decodeRow/") + type->name).c_str(), decodeOneRow, type->type);
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
