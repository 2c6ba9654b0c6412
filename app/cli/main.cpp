// SPDX-License-Identifier: GPL-3.0-or-later
// lacuna-cli: the engine on the command line, one subcommand a file.
#include "cli/command.h"
#include "cli/console_system.h"

#include <QCoreApplication>

#include <algorithm>

using namespace lacuna::cli;

namespace {

/// Qt knows the arguments as Unicode on every platform; CLI11 takes them last first, without the program's name.
std::vector<std::string> utf8Arguments()
{
    std::vector<std::string> arguments;
    const QStringList all = QCoreApplication::arguments();
    for (qsizetype i = all.size() - 1; i > 0; --i)
        arguments.push_back(all[i].toStdString());
    return arguments;
}

} // namespace

int main(int argc, char** argv) // NOLINT(bugprone-exception-escape): CLI11 throws where our own set-up is wrong
{
    system::prepareStreams();
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lacuna"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LACUNA_VERSION));

    CLI::App app {"Lacuna runs diffusion language models (LLaDA) from GGUF files and shows every denoising step.",
                  "lacuna-cli"};
    app.set_version_flag("--version", "lacuna-cli " LACUNA_VERSION);
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);

    Action action;
    addInspectCommand(app, action);
    addTokenizeCommand(app, action);
    addLogitsCommand(app, action);
    addRunCommand(app, action);
    addBenchCommand(app, action);

    try {
        app.parse(utf8Arguments());
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? Success : Usage;
    }
    return action();
}
