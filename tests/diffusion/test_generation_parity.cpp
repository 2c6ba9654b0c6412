// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffusion/canvas.h"
#include "diffusion/generation_golden.h"
#include "diffusion/generator.h"
#include "diffusion/selection.h"
#include "diffusion/transformer_predictor.h"
#include "diffusion/vocabulary_facts.h"
#include "support/parity_golden.h"
#include "support/random_model.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace lacuna;
using namespace lacuna::diffusion;
using namespace lacuna::support;

namespace {

/// Choices that are closer than this in log-probability may fall either way.
constexpr double kTie = 1e-3;

GenerationRequest requestOf(const ReferenceRun& run)
{
    GenerationRequest request;
    request.prompt = run.prompt;
    request.genLength = run.genLength;
    request.blockLength = run.blockLength;
    request.steps = run.steps;
    request.cfgScale = run.cfgScale;
    request.stopAtEnd = false;
    return request;
}

StepTrace traceOf(const StepFrame& frame)
{
    StepTrace trace;
    for (size_t i = 0; i < frame.positions.size(); ++i) {
        if (frame.positions[i].state == PositionState::New) {
            trace.positions.push_back(int(i));
            trace.ids.push_back(frame.positions[i].id);
        }
    }
    return trace;
}

/// A model with all that a generation takes.
struct Engine {
    Result<void> open(const QString& path)
    {
        auto file = gguf::File::open(path);
        if (!file)
            return tl::unexpected(file.error());
        auto loaded = model::Transformer::load(*file, pool);
        if (!loaded)
            return tl::unexpected(loaded.error());
        transformer = std::move(*loaded);
        const auto tokenizer = tokenizer::Tokenizer::create(**file);
        if (!tokenizer)
            return tl::unexpected(tokenizer.error());
        auto facts = vocabularyFacts(**tokenizer, transformer->hyperparameters().vocabulary);
        if (!facts)
            return tl::unexpected(facts.error());
        vocabulary = std::move(*facts);
        return {};
    }

    /// Hidden rows of a pass over each canvas, one after the other.
    Result<std::vector<float>> hidden(const std::vector<std::vector<TokenId>>& canvases, const std::vector<int>& rows)
    {
        TransformerPredictor predictor(*transformer);
        const size_t each = rows.size() * size_t(predictor.hiddenWidth());
        std::vector<float> result(canvases.size() * each);
        for (size_t i = 0; i < canvases.size(); ++i) {
            if (auto done = predictor.forward(canvases[i], rows, std::span(result).subspan(i * each, each), {}); !done)
                return tl::unexpected(done.error());
        }
        return result;
    }

    runtime::ThreadPool pool {runtime::physicalCores()};
    std::unique_ptr<model::Transformer> transformer;
    VocabularyFacts vocabulary;
};

/// Margins that rounding may overturn. Where activations are quantised the last bit of a sum decides now and then which
/// way a value is rounded, and a later layer carries that on: two CPU backends of llama.cpp, too, leave the same text
/// in up to half of the runs. Their RMS difference is the yardstick; guidance multiplies it by √((s + 1)² + s²).
double roundingMargin(double spread, double cfgScale)
{
    return std::max(kTie, 5 * spread * std::hypot(cfgScale + 1, cfgScale));
}

/// How the decisions of all steps compare.
struct Tally {
    int steps = 0;
    int ties = 0; ///< decided otherwise where the reference's margin is below kTie
    int roundings = 0; ///< … where it is below what rounding makes of the logits
    int wrong = 0;
    double worst = 0; ///< the largest margin of all these

    void add(const ReferenceStep& reference, const StepTrace& ours, double allowed)
    {
        ++steps;
        if (ours == reference.committed)
            return;
        const double margin = reference.margin(ours);
        worst = std::max(worst, margin);
        ++(margin < kTie ? ties : margin < allowed ? roundings : wrong);
    }
};

} // namespace

/// Greedy generation gives the ids that LLaDA's generate.py gives over llama.cpp's logits for the same file. The golden
/// files hold the reference's answer, what each of its steps committed, and how clearly that was decided.
class TestGenerationParity : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_directory;

    /// What the engine decides in step `index` of a run whose earlier steps were the reference's.
    static Result<StepTrace> decide(Engine& engine, const ReferenceRun& run, size_t index)
    {
        const GenerationRequest request = requestOf(run);
        Canvas canvas(request, engine.vocabulary.mask);
        for (size_t i = 0; i < index; ++i) {
            const StepTrace& step = run.trace[i].committed;
            for (size_t j = 0; j < step.positions.size(); ++j)
                canvas.commit(step.positions[j], {step.ids[j], 1, {}}, int(i));
        }
        const StepTrace& theirs = run.trace[index].committed;
        const int begin = theirs.positions.front() / run.blockLength * run.blockLength;
        const std::vector<int> open = canvas.openPositions(begin, std::min(begin + run.blockLength, run.genLength));
        std::vector<int> rows;
        for (const int position : open)
            rows.push_back(canvas.promptLength() + position);

        std::vector<std::vector<TokenId>> canvases {{canvas.ids().begin(), canvas.ids().end()}};
        if (run.cfgScale > 0) {
            const auto unconditional = canvas.unconditionalIds();
            canvases.emplace_back(unconditional.begin(), unconditional.end());
        }
        const auto hidden = engine.hidden(canvases, rows);
        if (!hidden)
            return tl::unexpected(hidden.error());
        const Sampler sampler(request, engine.vocabulary);
        LogitReader reader(sampler, open, int(index), engine.pool.parts());
        const auto read = [&](int firstId, kernels::Matrix logits) {
            reader.read(firstId, logits);
        };
        if (auto done = engine.transformer->head(*hidden, sampler.pieceIds(), read, {}); !done)
            return tl::unexpected(done.error());
        std::vector<Choice> choices(open.size());
        if (auto done = reader.choose(choices); !done)
            return tl::unexpected(done.error());
        std::vector<double> ranks;
        for (size_t i = 0; i < open.size(); ++i)
            ranks.push_back(sampler.rank(choices[i], open[i], int(index)));
        StepTrace ours;
        for (const int i : greatest(ranks, int(theirs.positions.size()))) {
            ours.positions.push_back(open[size_t(i)]);
            ours.ids.push_back(choices[size_t(i)].id);
        }
        return ours;
    }

    /// Compares every decision of a run: as the generator makes them up to the first difference, then one by one from
    /// the reference's canvases. True where there was none.
    static bool compareSteps(Engine& engine, const ReferenceRun& run, double allowed, Tally& tally)
    {
        std::vector<StepTrace> ours;
        TransformerPredictor predictor(*engine.transformer);
        Generator generator(predictor, engine.vocabulary, engine.pool);
        const auto result =
            generator.run(requestOf(run), [&](const StepFramePtr& frame) { ours.push_back(traceOf(*frame)); }, {});
        if (!result || ours.size() != run.trace.size()) {
            ++tally.wrong;
            return false;
        }
        size_t step = 0;
        while (step < ours.size() && ours[step] == run.trace[step].committed)
            tally.add(run.trace[step], ours[step], allowed), ++step;
        if (step == ours.size()) {
            tally.wrong += result->answer != run.answer;
            return true;
        }
        tally.add(run.trace[step], ours[step], allowed);
        for (++step; step < run.trace.size(); ++step) {
            const auto decided = decide(engine, run, step);
            if (decided)
                tally.add(run.trace[step], *decided, allowed);
            else
                ++tally.wrong;
        }
        return false;
    }

    static bool compareEarlyStop(Engine& engine, const ReferenceRun& run)
    {
        VocabularyFacts vocabulary = engine.vocabulary;
        vocabulary.endTokens = run.ends;
        TransformerPredictor predictor(*engine.transformer);
        Generator generator(predictor, vocabulary, engine.pool);
        GenerationRequest request = requestOf(run);
        request.stopAtEnd = true;
        const auto result = generator.run(request, {}, {});
        return result && result->steps == run.stoppedSteps && result->answer == run.stoppedAnswer;
    }

private Q_SLOTS:
    void sameIds_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<double>("otherwise"); // the part of all steps that rounding may decide otherwise
        for (const RandomModel& model : parityModels())
            QTest::newRow(model.name.constData()) << model.name
                                                  << (model.mix == "F32"      ? 0.0
                                                          : model.layers == 1 ? 0.01
                                                                              : 0.25);
    }

    void sameIds()
    {
        QFETCH(QByteArray, name);
        QFETCH(double, otherwise);
        const auto golden = readGenerationGolden(name);
        QVERIFY2(golden, golden ? "" : qPrintable(golden.error().message));
        const auto path = writeParityModel(name, golden->sha256, m_directory.path());
        QVERIFY2(path, path ? "" : qPrintable(path.error().message));
        Engine engine;
        const auto opened = engine.open(*path);
        QVERIFY2(opened, opened ? "" : qPrintable(opened.error().message));

        Tally tally;
        int same = 0;
        for (const ReferenceRun& run : golden->runs) {
            const int wrong = tally.wrong;
            if (compareSteps(engine, run, roundingMargin(golden->spread, run.cfgScale), tally)) {
                ++same;
                QVERIFY2(compareEarlyStop(engine, run), run.name().constData());
            }
            QVERIFY2(tally.wrong == wrong, run.name().constData());
        }
        QVERIFY(tally.roundings <= otherwise * tally.steps);
        qInfo("%s: %d of %d answers are the same; of %d steps %d were decided otherwise at a tie, %d by rounding "
              "(worst margin %.2g, the reference's own spread %.2g)",
              name.constData(), same, int(golden->runs.size()), tally.steps, tally.ties, tally.roundings, tally.worst,
              golden->spread);
    }
};

QTEST_GUILESS_MAIN(TestGenerationParity)
#include "test_generation_parity.moc"
