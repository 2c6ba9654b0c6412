// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstdio>
#include <optional>

/// What console.cpp asks the system, one implementation a family of systems.
namespace lacuna::cli::system {

/// Called once before anything is printed: from then on the streams carry UTF-8 and lines that end in \n alone.
void prepareStreams();

bool isTerminal(FILE* stream);

struct TerminalSize {
    int columns = 80;
    int rows = 24;
};

/// Of the terminal on stderr; the defaults where there is none.
TerminalSize errorSize();

/// Whether the terminal on stderr knows ANSI sequences, which this switches on where that is needed.
bool errorCanBeDrawnOn();

/// What is typed until the end of input, as UTF-8, where stdin is a terminal whose stream would lose characters;
/// nothing where the stream can be read.
std::optional<QByteArray> typedInput();

} // namespace lacuna::cli::system
