// SPDX-License-Identifier: GPL-3.0-or-later
// Linear layers: every weight type × instruction set × number of rows, one thread, processor time. Reports operations
// per second (a multiplication and an addition count as two) and, for quantised types, the fraction of what the
// instruction set's dot product does in registers, measured in this process.
//   bench_linear [--benchmark_filter=avx512vnni/Q4_K/rows:160]
#include "kernels/isa.h"
#include "kernels/linear.h"
#include "peak.h"
#include "quant/decoded.h"
#include "support/random_weights.h"

#include <benchmark/benchmark.h>

#include <algorithm>

using namespace lacuna;

namespace {

constexpr int outputs = 4096;
constexpr int inputs = 4096;

void benchLinear(benchmark::State& state, kernels::Isa isa, quant::TensorType type, int rows, double peak)
{
    kernels::selectIsa(isa);
    std::mt19937 random(1);
    const std::vector<std::byte> blocks = test::randomBlocks(type, size_t(outputs) * inputs, random);
    std::vector<float> x(size_t(rows) * inputs);
    std::normal_distribution<float> normal;
    std::generate(x.begin(), x.end(), [&] { return normal(random); });
    std::vector<float> y(size_t(rows) * outputs);
    runtime::ThreadPool pool(1);
    kernels::Activations activations;
    for (auto _ : state) {
        activations.set(x.data(), rows, inputs, inputs); // so that quantising them counts
        kernels::linear({type, blocks.data(), outputs, inputs}, activations, y.data(), outputs, pool);
    }
    const double operations = 2.0 * rows * outputs * inputs * double(state.iterations());
    state.counters["op/s"] = benchmark::Counter(operations, benchmark::Counter::kIsRate);
    state.counters["weights"] = benchmark::Counter(double(blocks.size()) * double(state.iterations()),
                                                   benchmark::Counter::kIsRate, benchmark::Counter::kIs1024);
    if (quant::findDecodedTraits(type) && peak > 0)
        state.counters["of_peak"] = benchmark::Counter(operations / peak, benchmark::Counter::kIsRate);
}

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    for (kernels::Isa isa : kernels::availableIsas()) {
        if (isa == kernels::Isa::Scalar)
            continue; // the reference is not there to be fast
        const double peak = bench::peakOperationsPerSecond(isa);
        const std::string name = kernels::isaName(isa).toStdString();
        benchmark::AddCustomContext("peak " + name, std::to_string(peak / 1e9) + " Gop/s a thread");
        for (quant::TensorType type : test::runnableTypes) {
            for (int rows : {1, 4, 8, 16, 32, 160}) {
                const std::string title = name + "/" + quant::traits(type).name + "/rows:" + std::to_string(rows);
                benchmark::RegisterBenchmark(title.c_str(), benchLinear, isa, type, rows, peak);
            }
        }
    }
    benchmark::RunSpecifiedBenchmarks();
}
