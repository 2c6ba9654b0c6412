// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console.h"
#include "cli/console_system.h"

#include <QFile>

#include <sys/ioctl.h>
#include <unistd.h>

namespace lacuna::cli::system {

void prepareStreams() { }

bool isTerminal(FILE* stream)
{
    return isatty(fileno(stream)) != 0;
}

TerminalSize errorSize()
{
    winsize size {};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0)
        return {size.ws_col, size.ws_row};
    return {};
}

bool errorCanBeDrawnOn()
{
    const QByteArray terminal = qgetenv("TERM");
    return !terminal.isEmpty() && terminal != "dumb";
}

} // namespace lacuna::cli::system

QByteArray lacuna::cli::readStandardInput()
{
    QFile input;
    return input.open(stdin, QIODevice::ReadOnly) ? input.readAll() : QByteArray();
}
