// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console.h"

#include "cli/command.h"

#include <QFile>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#ifdef Q_OS_WIN
#include <io.h>
#include <qt_windows.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace lacuna::cli {

namespace {

void print(FILE* stream, QByteArrayView utf8)
{
    std::fwrite(utf8.data(), 1, size_t(utf8.size()), stream);
    std::fflush(stream);
}

bool isTerminal(FILE* stream)
{
#ifdef Q_OS_WIN
    return _isatty(_fileno(stream)) != 0;
#else
    return isatty(fileno(stream)) != 0;
#endif
}

struct TerminalSize {
    int columns = 80;
    int rows = 24;
};

TerminalSize terminalSize()
{
#ifdef Q_OS_WIN
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &info))
        return {info.srWindow.Right - info.srWindow.Left + 1, info.srWindow.Bottom - info.srWindow.Top + 1};
#else
    winsize size {};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0)
        return {size.ws_col, size.ws_row};
#endif
    return {};
}

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void onInterrupt(int signal)
{
    if (interrupted.exchange(true))
        std::_Exit(128 + signal);
    std::signal(signal, onInterrupt);
}

/// A handler may not request a stop itself (stop callbacks are not signal-safe), so a thread looks for its flag.
class InterruptWatch {
public:
    InterruptWatch()
    {
        std::signal(SIGINT, onInterrupt);
        std::signal(SIGTERM, onInterrupt);
        m_watcher = std::jthread([this](std::stop_token end) {
            while (!end.stop_requested() && !interrupted)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            if (interrupted)
                m_source.request_stop();
        });
    }
    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::jthread m_watcher; // last: ends before what it uses
};

} // namespace

void printOut(QByteArrayView utf8)
{
    print(stdout, utf8);
}

void printError(QByteArrayView utf8)
{
    print(stderr, utf8);
}

int reportError(const Error& error)
{
    printError("lacuna-cli: " + error.message.toUtf8() + '\n');
    return error.code == Error::Code::Cancelled ? Interrupted : Failure;
}

QByteArray readStandardInput()
{
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return {};
    return input.readAll();
}

bool outIsTerminal()
{
    return isTerminal(stdout);
}

bool errorIsTerminal()
{
    return isTerminal(stderr);
}

bool errorIsCanvas()
{
    if (!errorIsTerminal())
        return false;
#ifdef Q_OS_WIN
    const HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode = 0;
    return GetConsoleMode(console, &mode) && SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
#else
    const QByteArray terminal = qgetenv("TERM");
    return !terminal.isEmpty() && terminal != "dumb";
#endif
}

int terminalWidth()
{
    return terminalSize().columns;
}

int terminalHeight()
{
    return terminalSize().rows;
}

std::stop_token interruptToken()
{
    static const InterruptWatch watch;
    return watch.token();
}

} // namespace lacuna::cli
