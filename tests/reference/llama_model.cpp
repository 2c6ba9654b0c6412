// SPDX-License-Identifier: GPL-3.0-or-later
#include "llama_model.h"

#include "json.h"

#include <ggml-backend.h>

#include <cstdio>
#include <numeric>
#include <stdexcept>

namespace lacuna::reference {

namespace {

/// Keeps warnings and errors of the library, and notes the path of the CPU backend, which is told in no other way.
void readLog(ggml_log_level level, const char* text, void* backend)
{
    const std::string line = text;
    const std::string announcement = "loaded CPU backend from ";
    if (const auto found = line.find(announcement); found != std::string::npos) {
        const std::string path = line.substr(found + announcement.size());
        *static_cast<std::string*>(backend) =
            path.substr(path.rfind('/') + 1, path.rfind(".so") + 3 - path.rfind('/') - 1);
    }
    if (level == GGML_LOG_LEVEL_ERROR || level == GGML_LOG_LEVEL_WARN)
        std::fputs(text, stderr);
}

} // namespace

LlamaOptions LlamaOptions::parse(Arguments& arguments)
{
    LlamaOptions options;
    options.model = arguments.text("--model");
    options.backend = arguments.text("--backend", {});
    options.threads = arguments.integer("--threads", options.threads);
    options.extraBuffers = arguments.flag(extraBuffersFlag);
    return options;
}

LlamaModel::LlamaModel(const LlamaOptions& options, int maxLength)
    : m_options(options)
{
    llama_log_set(readLog, &m_backend);
    if (options.backend.empty())
        ggml_backend_load_all();
    else if (!ggml_backend_load(options.backend.c_str()))
        throw std::runtime_error("cannot load the backend " + options.backend);
    llama_backend_init();

    llama_model_params modelParams = llama_model_default_params();
    modelParams.use_extra_bufts = options.extraBuffers;
    m_model.reset(llama_model_load_from_file(options.model.c_str(), modelParams));
    if (!m_model)
        throw std::runtime_error("libllama cannot load " + options.model);
    if (!llama_model_is_diffusion(m_model.get()))
        throw std::runtime_error(options.model + " is no diffusion model");
    m_vocabulary = llama_model_get_vocab(m_model.get());

    llama_context_params contextParams = llama_context_default_params();
    const auto length = static_cast<uint32_t>(std::max(maxLength, 1));
    contextParams.n_ctx = length;
    contextParams.n_batch = length;
    contextParams.n_ubatch = length;
    contextParams.n_threads = options.threads;
    contextParams.n_threads_batch = options.threads;
    contextParams.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
    m_context.reset(llama_init_from_model(m_model.get(), contextParams));
    if (!m_context)
        throw std::runtime_error("libllama cannot make a context");
    llama_set_causal_attn(m_context.get(), false);
}

std::span<const float> LlamaModel::logits(const Ids& ids)
{
    const std::size_t length = ids.size();
    Ids tokens = ids;
    std::vector<llama_pos> positions(length);
    std::iota(positions.begin(), positions.end(), 0);
    std::vector<std::int8_t> wanted(length, 1); // a model without a cache gives all rows in any case
    // One sequence with the number 0, which is what null pointers say.
    const llama_batch batch {
        static_cast<int32_t>(length), tokens.data(), nullptr, positions.data(), nullptr, nullptr, wanted.data()};
    if (llama_decode(m_context.get(), batch) != 0)
        throw std::runtime_error("libllama cannot compute a sequence of " + std::to_string(length) + " ids");
    const float* const first = llama_get_logits(m_context.get());
    return {first, length * static_cast<std::size_t>(vocabulary())};
}

std::string LlamaModel::description() const
{
    return "\"llama\":" + jsonString(llama_version()) + ",\"ggml\":" + jsonString(ggml_version()) + ",\"cpuBackend\":"
        + jsonString(m_backend) + ",\"systemInfo\":" + jsonString(llama_print_system_info()) + ",\"threads\":"
        + std::to_string(m_options.threads) + ",\"extraBuffers\":" + (m_options.extraBuffers ? "true" : "false")
        + ",\"flashAttention\":false" + ",\"vocabulary\":" + std::to_string(vocabulary())
        + ",\"mask\":" + std::to_string(llama_vocab_mask(m_vocabulary));
}

} // namespace lacuna::reference
