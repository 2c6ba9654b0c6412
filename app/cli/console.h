// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"

#include <QByteArrayView>

#include <stop_token>

namespace lacuna::cli {

/// UTF-8 to stdout or stderr, whole and flushed, whatever the console's code page.
void printOut(QByteArrayView utf8);
void printError(QByteArrayView utf8);

/// Prints "lacuna-cli: sentence" on stderr and returns ExitCode::Failure.
int reportError(const Error& error);

/// All of stdin as bytes.
QByteArray readStandardInput();

bool outIsTerminal();
bool errorIsTerminal();
/// Whether stderr is a terminal that can be drawn on with ANSI sequences (which this switches on under Windows).
bool errorIsCanvas();
/// Columns and rows of the terminal on stderr, 80 and 24 where unknown.
int terminalWidth();
int terminalHeight();

/// Stops when the user presses Ctrl-C (SIGINT) or the system asks to end (SIGTERM); a second one ends the program at
/// once. The first call installs the handlers.
std::stop_token interruptToken();

} // namespace lacuna::cli
