// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/console.h"
#include "cli/inspect_report.h"
#include "gguf/json_export.h"

#include <QBuffer>

#include <algorithm>
#include <memory>

namespace lacuna::cli {

namespace {

struct Options {
    std::string file;
    bool metadata = false;
    bool tensors = false;
    bool check = false;
    bool json = false;
};

/// The chosen reports, one below the other.
QString reports(const gguf::File& file, const Options& options)
{
    constexpr qsizetype s_pipedLine = 200; // no terminal: a line for other programs to search
    QStringList parts;
    if (options.metadata)
        parts.append(metadataText(file, outIsTerminal() ? terminalWidth() : s_pipedLine));
    if (options.tensors)
        parts.append(tensorsText(file));
    if (options.check)
        parts.append(findingsText(file));
    if (parts.isEmpty())
        parts.append(summaryText(file));
    return parts.join(u'\n');
}

QByteArray json(const gguf::File& file)
{
    constexpr quint64 s_elements = 1000; // of each array: a vocabulary would bury everything else
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    // cannot fail: a buffer takes everything, and nobody stops it
    (void)gguf::writeJson(file, {s_elements, whyNotRunnable(file)}, out);
    return out.data();
}

int inspect(const Options& options)
{
    const auto file = gguf::File::open(QString::fromStdString(options.file));
    if (!file)
        return reportError(file.error());
    printOut(options.json ? json(**file) : reports(**file, options).toUtf8());
    if (const auto unchanged = (*file)->checkUnchanged(); !unchanged)
        return reportError(unchanged.error());

    const auto isError = [](const gguf::Finding& finding) {
        return finding.severity == gguf::Finding::Severity::Error;
    };
    const auto findings = (*file)->findings();
    return options.check && std::any_of(findings.begin(), findings.end(), isError) ? Failure : Success;
}

} // namespace

void addInspectCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("inspect", "Show what is in a GGUF file, also in a damaged one");
    command->add_option("FILE", options->file, "A GGUF file, or any part of a split one")->required();
    command->add_flag("--metadata", options->metadata, "List the metadata instead of the summary");
    command->add_flag("--tensors", options->tensors, "List the tensors");
    command->add_flag("--check", options->check,
                      "List what is wrong with the structure; the exit code is 1 if that keeps the file from running");
    command->add_flag("--json", options->json, "Print everything as one JSON object");
    command->callback([options, &action] {
        action = [options] {
            return inspect(*options);
        };
    });
}

} // namespace lacuna::cli
