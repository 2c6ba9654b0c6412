// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels beside the linear layers, every instruction set, one thread, processor time: attention of LLaDA-8B's
// shape over n positions, laying out keys and values included (op/s, and of_peak: the fraction of the instruction set's
// f32 multiplications and additions in registers, measured just before), and those that go along rows of 4096 values
// (bytes read and written a second).
//   bench_rows [--benchmark_filter=amxint8/attention]
#include "kernels/attention.h"
#include "kernels/isa.h"
#include "kernels/kernel_table.h"
#include "kernels/scratch.h"
#include "peak.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

using namespace lacuna;

namespace {

constexpr int heads = 32;
constexpr int headSize = 128;
constexpr int width = heads * headSize;

std::vector<float> normalValues(size_t count)
{
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return normal(random); });
    return values;
}

void benchAttention(benchmark::State& state, kernels::Isa isa, int positions)
{
    kernels::selectIsa(isa);
    std::vector<float> q = normalValues(size_t(positions) * width);
    std::vector<float> keys = q;
    const std::vector<float> values = q;
    std::vector<float> out(q.size());
    const kernels::HeadShape shape {heads, heads, headSize};
    kernels::Attention attention(shape);
    kernels::Scratch<float> memory;
    memory.reserve(kernels::KvPanels::floats(shape, positions));
    std::fill_n(memory.data(), kernels::KvPanels::floats(shape, positions), 0.0f);
    kernels::KvPanels kv(shape, positions, memory.data());
    kernels::RopeTable rope(headSize, 500000);
    rope.extend(positions);
    std::vector<int> all(static_cast<size_t>(positions));
    std::iota(all.begin(), all.end(), 0);
    runtime::ThreadPool pool(1);
    const double peak = bench::measurePeak(isa).real;
    for (auto _ : state) {
        kv.store({keys.data(), positions, width}, {values.data(), positions, width}, all, rope, pool);
        attention.run({q.data(), positions, width}, all, rope, kv, {out.data(), positions, width}, pool);
    }
    const double operations = 4.0 * positions * positions * width * double(state.iterations());
    state.counters["op/s"] = benchmark::Counter(operations, benchmark::Counter::kIsRate);
    state.counters["of_peak"] = benchmark::Counter(operations / peak, benchmark::Counter::kIsRate);
}

/// A kernel on one row; what it reads and writes, in values of 4 bytes.
struct RowKernel {
    const char* name;
    int traffic;
    std::function<void(const kernels::KernelTable& kernels, const float* a, float* b)> run;
};

const RowKernel rowKernels[] = {
    {"rmsNorm", 3,
     [](const auto& table, const float* a, float* b) {
         table.rmsNorm(a, a, 1e-5f, width, b);
     }},
    {"swiglu", 5,
     [](const auto& table, const float* a, float* b) {
         table.swiglu(a, width, b);
         // Again and again, the values would become ever smaller, down to those that processors are slow with.
         std::copy_n(a, width, b);
     }},
    {"add", 3,
     [](const auto& table, const float* a, float* b) {
         table.add(a, width, b);
     }},
    {"rope", 4,
     [](const auto& table, const float* a, float* b) {
         for (int head = 0; head < heads; ++head)
             table.ropeHead(a, headSize, b + head * headSize);
         std::copy_n(a, width, b); // likewise
     }},
    {"softmax", 2,
     [](const auto& table, const float*, float* b) {
         table.softmax(1, width, b);
     }},
    {"quantiseQ8K", 1,
     [](const auto& table, const float* a, float*) {
         kernels::ActivationBlock block;
         for (int i = 0; i < width; i += kernels::blockValues) {
             table.quantiseQ8K(a + i, kernels::blockValues, block);
             benchmark::DoNotOptimize(block);
         }
     }},
    {"quantiseQ80", 1,
     [](const auto& table, const float* a, float*) {
         kernels::ActivationBlock block;
         for (int i = 0; i < width; i += kernels::blockValues) {
             table.quantiseQ80(a + i, kernels::blockValues, block, nullptr);
             benchmark::DoNotOptimize(block);
         }
     }},
    {"roundF16", 2,
     [](const auto& table, const float* a, float* b) {
         table.roundF16(a, width, b);
     }},
    {"roundBf16", 2,
     [](const auto& table, const float* a, float* b) {
         table.roundBf16(a, width, b);
     }},
};

void benchRow(benchmark::State& state, kernels::Isa isa, const RowKernel& kernel)
{
    kernels::selectIsa(isa);
    constexpr size_t rows = 160;
    const std::vector<float> a = normalValues(rows * width);
    std::vector<float> b = a;
    for (auto _ : state) {
        for (size_t row = 0; row < rows; ++row)
            kernel.run(kernels::kernels(), a.data() + row * width, b.data() + row * width);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * qint64(rows) * width * qint64(sizeof(float)) * kernel.traffic);
}

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    for (kernels::Isa isa : kernels::availableIsas()) {
        if (isa == kernels::Isa::Scalar)
            continue; // the reference is not there to be fast
        const std::string name = kernels::isaName(isa).toStdString();
        for (int positions : {32, 160, 512, 2048, 4096}) {
            const std::string title = name + "/attention/positions:" + std::to_string(positions);
            benchmark::RegisterBenchmark(title.c_str(), benchAttention, isa, positions)->Unit(benchmark::kMillisecond);
        }
        for (const RowKernel& kernel : rowKernels) {
            const std::string title = name + '/' + kernel.name;
            benchmark::RegisterBenchmark(title.c_str(), benchRow, isa, std::cref(kernel));
        }
    }
    benchmark::RunSpecifiedBenchmarks();
}
