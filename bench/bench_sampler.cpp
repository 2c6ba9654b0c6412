// SPDX-License-Identifier: GPL-3.0-or-later
// What a step's sampling costs beside the head: the logits of a block of LLaDA-8B's size, with and without noise and
// guidance.
#include "diffusion/random.h"
#include "diffusion/sampler.h"
#include "runtime/thread_pool.h"

#include <benchmark/benchmark.h>

#include <numeric>

namespace {

using namespace lacuna;
using namespace lacuna::diffusion;

constexpr int vocabularySize = 126464;
constexpr int rows = 32;

void sampleBlock(benchmark::State& state, double temperature, double cfgScale)
{
    VocabularyFacts vocabulary;
    vocabulary.size = vocabularySize;
    vocabulary.mask = vocabularySize - 1;
    GenerationRequest request;
    request.temperature = temperature;
    request.cfgScale = cfgScale;
    runtime::ThreadPool pool(int(state.range(0)));
    const Sampler sampler(request, vocabulary);
    const int pieceIds = sampler.pieceIds();
    const int pieces = vocabularySize / pieceIds; // the rest does not matter

    const int pieceRows = cfgScale > 0 ? 2 * rows : rows;
    std::vector<float> logits(std::size_t(pieceRows) * std::size_t(pieces) * std::size_t(pieceIds));
    const CounterRandom random(1, 0, 0);
    for (std::size_t i = 0; i < logits.size(); ++i)
        logits[i] = float(20 * CounterRandom::uniform(random.bits(i)) - 10);
    std::vector<int> positions(rows);
    std::iota(positions.begin(), positions.end(), 0);
    std::vector<Choice> choices(rows);
    int step = 0;
    for ([[maybe_unused]] auto _ : state) {
        LogitReader reader(sampler, positions, step++, pool.parts());
        pool.run(pieces, [&](int piece, int) {
            float* values = logits.data() + std::ptrdiff_t(piece) * pieceRows * pieceIds;
            reader.read(piece * pieceIds, {values, pieceRows, pieceIds});
        });
        if (!reader.choose(choices))
            state.SkipWithError("refused");
        benchmark::DoNotOptimize(choices.data());
    }
    state.SetItemsProcessed(state.iterations() * rows * vocabularySize);
}

} // namespace

BENCHMARK_CAPTURE(sampleBlock, greedy, 0, 0)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sampleBlock, noise, 1, 0)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sampleBlock, guidance, 0, 1.5)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
