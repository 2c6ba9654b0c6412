// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>

namespace lacuna::support {

/// What a run of lacuna-cli left.
struct CliResult {
    int exitCode = -1; ///< -1: crashed, or did not end
    QByteArray out;
    QByteArray error;
};

inline QString cliProgram()
{
    return QStringLiteral(LACUNA_BINARY_DIR "/bin/lacuna-cli");
}

/// Runs lacuna-cli to its end, `input` being its stdin.
inline CliResult runCli(const QStringList& arguments, const QByteArray& input = {})
{
    QProcess process;
    process.start(cliProgram(), arguments);
    process.write(input);
    process.closeWriteChannel();
    const bool ended = process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit;
    return {ended ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace lacuna::support
