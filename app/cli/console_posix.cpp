// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console_system.h"

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

std::optional<QByteArray> typedInput()
{
    return std::nullopt;
}

} // namespace lacuna::cli::system
