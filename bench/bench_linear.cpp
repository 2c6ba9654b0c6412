// SPDX-License-Identifier: GPL-3.0-or-later
// Linear layers: every instruction set × weight type × shape × number of rows, one thread, processor time. The weights
// come from memory, as they do in a step of a model. Reports operations a second (a multiplication and an addition
// count as two), and as fractions, of what was measured just before in this process: of_peak, of the instruction set's
// dot products (f32 types: fused multiplications and additions) in registers; of_attainable, of the lesser of that and
// of reading the weights once at memory bandwidth.
//   bench_linear [--benchmark_filter=avx512vnni/Q4_K/4096x4096/rows:160]
#include "kernels/isa.h"
#include "kernels/linear.h"
#include "peak.h"
#include "quant/decoded.h"
#include "support/random_weights.h"

#include <benchmark/benchmark.h>

#include <algorithm>

using namespace lacuna;

namespace {

/// Outputs × inputs. Of LLaDA-8B: queries and attention output; gate and up; down; a part of the head.
struct Shape {
    int outputs;
    int inputs;
};
constexpr Shape shapes[] = {{4096, 4096}, {12288, 4096}, {4096, 12288}, {15808, 4096}};
constexpr int rowCounts[] = {1, 4, 8, 16, 32, 64, 160, 512, 2048};

struct Case {
    kernels::Isa isa;
    quant::TensorType type;
    Shape shape;
    int rows;
};

/// Several copies of a matrix, more than the second-level cache or a core's share of the third hold.
class Weights {
public:
    Weights(quant::TensorType type, Shape shape)
        : m_matrix(*quant::byteSize(type, quint64(shape.outputs) * quint64(shape.inputs)))
    {
        std::mt19937 random(1);
        m_blocks = test::randomBlocks(type, size_t(shape.outputs) * size_t(shape.inputs), random);
        const size_t copies = std::max(size_t(1), (size_t(256) << 20) / m_matrix);
        m_blocks.resize(copies * m_matrix);
        for (size_t i = 1; i < copies; ++i)
            std::copy_n(m_blocks.begin(), m_matrix, m_blocks.begin() + std::ptrdiff_t(i * m_matrix));
    }
    /// Another one each time.
    const std::byte* next()
    {
        m_next = (m_next + m_matrix) % m_blocks.size();
        return m_blocks.data() + m_next;
    }
    size_t bytes() const { return m_matrix; }

private:
    size_t m_matrix;
    std::vector<std::byte> m_blocks;
    size_t m_next = 0;
};

void benchLinear(benchmark::State& state, const Case& given)
{
    kernels::selectIsa(given.isa);
    const auto [outputs, inputs] = given.shape;
    Weights weights(given.type, given.shape);
    std::vector<float> x(size_t(given.rows) * size_t(inputs));
    std::mt19937 random(2);
    std::normal_distribution<float> normal;
    std::generate(x.begin(), x.end(), [&] { return normal(random); });
    std::vector<float> y(size_t(given.rows) * size_t(outputs));
    runtime::ThreadPool pool(1);
    kernels::Activations activations;
    const bench::Peak peaks = bench::measurePeak(given.isa);
    const double bandwidth = bench::measureBandwidth();
    for (auto _ : state) {
        activations.set(x.data(), given.rows, inputs, inputs); // so that quantising them counts
        kernels::linear({given.type, weights.next(), outputs, inputs}, activations, {y.data(), given.rows, outputs},
                        pool);
    }
    const double operations = 2.0 * given.rows * outputs * inputs;
    const double peak = quant::findDecodedTraits(given.type) ? peaks.integer : peaks.real;
    const double seconds = std::max(operations / peak, double(weights.bytes()) / bandwidth); // the least it can take
    const auto perSecond = [&](double amount) {
        return benchmark::Counter(amount * double(state.iterations()), benchmark::Counter::kIsRate);
    };
    state.counters["op/s"] = perSecond(operations);
    state.counters["weights"] = perSecond(double(weights.bytes()));
    state.counters["of_peak"] = perSecond(operations / peak);
    state.counters["of_attainable"] = perSecond(seconds);
    state.counters["s/row"] = benchmark::Counter(double(state.iterations()) * given.rows,
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    for (kernels::Isa isa : kernels::availableIsas()) {
        if (isa == kernels::Isa::Scalar)
            continue; // the reference is not there to be fast
        const std::string name = kernels::isaName(isa).toStdString();
        for (quant::TensorType type : test::runnableTypes) {
            for (const Shape& shape : shapes) {
                for (int rows : rowCounts) {
                    const std::string title = name + '/' + quant::traits(type).name + '/'
                        + std::to_string(shape.outputs) + 'x' + std::to_string(shape.inputs)
                        + "/rows:" + std::to_string(rows);
                    benchmark::RegisterBenchmark(title.c_str(), benchLinear, Case {isa, type, shape, rows});
                }
            }
        }
    }
    benchmark::RunSpecifiedBenchmarks();
}
