// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a GGUF file of the llada architecture with random weights, the same bytes on every machine:
//   make_random_model tiny OUT.gguf                         a named model
//   make_random_model tiny OUT.gguf --layers 8 --mix Q5_K_M the same with other sizes
//   make_random_model --list                                the names of the models that are compared with llama.cpp
#include "support/quantisation_mix.h"
#include "support/random_model.h"

#include <CLI/CLI.hpp>

#include <QTextStream>

#include <optional>

using namespace lacuna;

namespace {

int list()
{
    QTextStream out(stdout);
    for (const support::RandomModel& model : support::parityModels())
        out << model.name << '\n';
    return 0;
}

int write(const support::RandomModel& model, const std::string& path)
{
    const auto done = support::writeRandomModel(model, QString::fromStdString(path));
    if (!done) {
        QTextStream(stderr) << "make_random_model: " << done.error().message << '\n';
        return 1;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app {"Writes a random model of the llada architecture as a GGUF file."};
    std::string name;
    std::string path;
    bool listNames = false;
    app.add_option("name", name,
                   "tiny, 8b-q4_k_m, 8b-2-layers-q4_k_m, 8b-16-layers-q3_k_m, -q5_k_m, -q6_k, -q8_0, or one of --list");
    app.add_option("out", path, "The file to write");
    app.add_flag("--list", listNames, "Print the names of the models that are compared with llama.cpp");

    // What differs from the named model.
    struct {
        std::optional<int> layers, width, heads, kvHeads, ffn, vocabulary, context;
        std::optional<bool> tied;
        std::optional<std::string> mix;
        std::optional<quint64> seed;
    } given;
    app.add_option("--layers", given.layers);
    app.add_option("--width", given.width);
    app.add_option("--heads", given.heads);
    app.add_option("--kv-heads", given.kvHeads);
    app.add_option("--ffn", given.ffn);
    app.add_option("--vocabulary", given.vocabulary);
    app.add_option("--context", given.context);
    app.add_option("--tied", given.tied, "Whether the head uses the embedding table");
    app.add_option("--mix", given.mix, "Tensor types: " + support::mixNames().join(QLatin1String(", ")).toStdString());
    app.add_option("--seed", given.seed);
    CLI11_PARSE(app, argc, argv);

    if (listNames)
        return list();
    const support::RandomModel* base = support::findRandomModel(QByteArray::fromStdString(name));
    if (base == nullptr || path.empty()) {
        QTextStream(stderr) << "make_random_model: a model's name and the file to write are needed; see --help\n";
        return 2;
    }
    support::RandomModel model = *base;
    model.layers = given.layers.value_or(model.layers);
    model.width = given.width.value_or(model.width);
    model.heads = given.heads.value_or(model.heads);
    model.kvHeads = given.kvHeads.value_or(model.kvHeads);
    model.ffn = given.ffn.value_or(model.ffn);
    model.vocabulary = given.vocabulary.value_or(model.vocabulary);
    model.context = given.context.value_or(model.context);
    model.tied = given.tied.value_or(model.tied);
    if (given.mix)
        model.mix = QByteArray::fromStdString(*given.mix);
    model.seed = given.seed.value_or(model.seed);
    return write(model, path);
}
