// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/console.h"

namespace lacuna::cli {

namespace {

struct Options {
    std::string file;
};

int tokenize(const Options& options)
{
    Q_UNUSED(options)
    return reportError({Error::Code::Unsupported, QStringLiteral("not built yet"), {}, {}});
}

} // namespace

void addTokenizeCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("tokenize", "");
    command->callback([options, &action] {
        action = [options] {
            return tokenize(*options);
        };
    });
}

} // namespace lacuna::cli
