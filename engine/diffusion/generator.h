// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diffusion/predictor.h"
#include "diffusion/request.h"
#include "diffusion/step_frame.h"
#include "runtime/thread_pool.h"

#include <functional>

namespace lacuna::diffusion {

/// Called on the thread of run(), once a step, after the step has been committed.
using Observer = std::function<void(StepFramePtr)>;

/// Fills a canvas of masks step by step: LLaDA's generate.py with the extensions that GenerationRequest and schedule.h
/// name. Not thread-safe: one run at a time.
class Generator {
public:
    /// `predictor` and `pool` must outlive the generator.
    Generator(Predictor& predictor, VocabularyFacts vocabulary, runtime::ThreadPool& pool);

    /// The same request gives the same result, for any number of threads. `observer` may be empty. A requested stop is
    /// honoured within 50 ms and is no error: the result holds what was there. Errors: InvalidArgument as
    /// checkRequest(); Malformed where the network's numbers are not usable; whatever the predictor says.
    Result<GenerationResult> run(const GenerationRequest& request, const Observer& observer, std::stop_token stop);

private:
    Predictor& m_predictor;
    VocabularyFacts m_vocabulary;
    runtime::ThreadPool& m_pool;
};

} // namespace lacuna::diffusion
