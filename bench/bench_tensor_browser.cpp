// SPDX-License-Identifier: GPL-3.0-or-later
// What the GGUF browser makes people wait for: the table of 10 000 tensors, and the values of one tensor.
#include "support/gguf_writer.h"
#include "widgets/models/tensor_model.h"
#include "widgets/models/tensor_values.h"

#include <benchmark/benchmark.h>

#include <string>

namespace {

using namespace lacuna;
using quant::TensorType;

std::shared_ptr<const gguf::File> opened(const QByteArray& bytes)
{
    return gguf::File::openMemory(std::as_bytes(std::span(bytes.constData(), size_t(bytes.size())))).value_or(nullptr);
}

QByteArray manyTensors()
{
    support::GgufWriter writer;
    for (int i = 0; i < 10'000; ++i) {
        writer.addTensor("blk." + QByteArray::number(i / 12) + ".tensor_" + QByteArray::number(i % 12) + ".weight",
                         TensorType::F32, {quint64(1 + i % 7)});
    }
    return writer.toBytes();
}

void fillTensorTable(benchmark::State& state)
{
    const QByteArray bytes = manyTensors();
    const auto file = opened(bytes);
    models::TensorModel model;
    while (state.KeepRunning())
        model.setFile(file);
}
BENCHMARK(fillTensorTable)->Unit(benchmark::kMillisecond);

void sortTensorTable(benchmark::State& state)
{
    const QByteArray bytes = manyTensors();
    models::TensorModel model;
    model.setFile(opened(bytes));
    Qt::SortOrder order = Qt::AscendingOrder;
    while (state.KeepRunning()) {
        order = order == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
        model.sort(models::NameColumn, order);
    }
}
BENCHMARK(sortTensorTable)->Unit(benchmark::kMillisecond);

void groupTensorTable(benchmark::State& state)
{
    const QByteArray bytes = manyTensors();
    models::TensorModel model;
    model.setFile(opened(bytes));
    while (state.KeepRunning())
        model.setGrouped(true);
}
BENCHMARK(groupTensorTable)->Unit(benchmark::kMillisecond);

/// Zeros of one type, as many as in a matrix of an 8B model.
void measureValues(benchmark::State& state, TensorType type)
{
    constexpr quint64 width = 4096;
    support::GgufWriter writer;
    writer.addTensor("x", type, {width, width});
    const QByteArray bytes = writer.toBytes();
    const auto file = opened(bytes);
    while (state.KeepRunning())
        benchmark::DoNotOptimize(models::measureTensor(*file, file->tensors()[0]));
    state.SetItemsProcessed(state.iterations() * qint64(width * width));
}

} // namespace

int main(int argc, char** argv)
{
    for (const TensorType type : {TensorType::F32, TensorType::F16, TensorType::Q4_K, TensorType::Q6_K}) {
        const std::string name = std::string("measureValues/") + quant::traits(type).name;
        benchmark::RegisterBenchmark(name.c_str(), measureValues, type)->Unit(benchmark::kMillisecond);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
