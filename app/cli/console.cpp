// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console.h"

#include "cli/command.h"
#include "cli/console_system.h"

#include <QFile>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace lacuna::cli {

namespace {

void print(FILE* stream, QByteArrayView utf8)
{
    std::fwrite(utf8.data(), 1, size_t(utf8.size()), stream);
    std::fflush(stream);
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
    printError("lacuna-cli: " + error.text().toUtf8() + '\n');
    return error.code == Error::Code::Cancelled ? Interrupted : Failure;
}

QByteArray readStandardInput()
{
    if (std::optional<QByteArray> typed = system::typedInput())
        return *std::move(typed);
    QFile input;
    return input.open(stdin, QIODevice::ReadOnly) ? input.readAll() : QByteArray();
}

bool outIsTerminal()
{
    return system::isTerminal(stdout);
}

bool errorIsTerminal()
{
    return system::isTerminal(stderr);
}

bool errorIsCanvas()
{
    return errorIsTerminal() && system::errorCanBeDrawnOn();
}

int terminalWidth()
{
    return system::errorSize().columns;
}

int terminalHeight()
{
    return system::errorSize().rows;
}

std::stop_token interruptToken()
{
    static const InterruptWatch watch;
    return watch.token();
}

} // namespace lacuna::cli
