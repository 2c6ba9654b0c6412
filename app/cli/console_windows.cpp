// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console_system.h"

#include <QString>

#include <array>

#include <fcntl.h>
#include <io.h>
#include <qt_windows.h>

namespace lacuna::cli::system {

void prepareStreams()
{
    SetConsoleOutputCP(CP_UTF8);
    for (FILE* stream : {stdin, stdout, stderr})
        _setmode(_fileno(stream), _O_BINARY);
}

bool isTerminal(FILE* stream)
{
    // not _isatty(), which also takes the device NUL for a terminal
    DWORD mode = 0;
    return GetConsoleMode(reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(stream))), &mode) != 0;
}

TerminalSize errorSize()
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &info))
        return {info.srWindow.Right - info.srWindow.Left + 1, info.srWindow.Bottom - info.srWindow.Top + 1};
    return {};
}

bool errorCanBeDrawnOn()
{
    const HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode = 0;
    return GetConsoleMode(console, &mode) && SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

std::optional<QByteArray> typedInput()
{
    if (!isTerminal(stdin))
        return std::nullopt;
    // as wide characters: those that the console's code page lacks would be lost
    constexpr wchar_t endOfInput = 0x1a; // Ctrl-Z, at the beginning of a line
    QString text;
    std::array<wchar_t, 1024> part;
    DWORD count = 0;
    while (ReadConsoleW(GetStdHandle(STD_INPUT_HANDLE), part.data(), DWORD(part.size()), &count, nullptr)
           && count > 0) {
        if (part[0] == endOfInput && (text.isEmpty() || text.endsWith(u'\n')))
            break;
        text += QString::fromWCharArray(part.data(), int(count));
    }
    return text.replace(QStringLiteral("\r\n"), QStringLiteral("\n")).toUtf8();
}

} // namespace lacuna::cli::system
