// SPDX-License-Identifier: GPL-3.0-or-later
// lacuna: the desktop program.
#include "desktop/benchmark_controller.h"
#include "desktop/caret_rest.h"
#include "desktop/chat_store.h"
#include "desktop/end_process.h"
#include "desktop/engine_controller.h"
#include "desktop/main_window.h"
#include "desktop/paths.h"
#include "desktop/settings.h"
#include "desktop/single_instance.h"
#include "desktop/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QIcon>

using namespace lacuna::app;

namespace {

QIcon icon()
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addFile(QStringLiteral(":/icons/%1.png").arg(size));
    return icon;
}

int run(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lacuna"));
    QApplication::setApplicationDisplayName(QStringLiteral("Lacuna"));
    QApplication::setApplicationVersion(QStringLiteral(LACUNA_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("lacuna"));
    QApplication::setWindowIcon(icon());

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Diffusion language models on your own computer"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("file"), QCoreApplication::translate("main", "A GGUF model to open"),
                                 QStringLiteral("[file]"));
    parser.process(application);
    QStringList files;
    for (const QString& file : parser.positionalArguments())
        files.append(QFileInfo(file).absoluteFilePath());

    SingleInstance instance(Paths::lockFile());
    if (!instance.becomeFirst() && instance.handOver(files))
        return 0;

    int result = 0;
    bool ended = true;
    {
        Settings settings(Paths::settingsFile());
        Theme theme(settings);
        const CaretRest caretRest;
        ChatStore chats(Paths::chatDatabase());
        EngineController engine;
        MainWindow window(settings, engine, chats);
        QObject::connect(&instance, &SingleInstance::filesRequested, &window, &MainWindow::takeOver);
        {
            const BenchmarkController benchmarks(window.benchmarkPage(), engine, settings, Paths::benchmarkFolder());
            window.show();
            window.start(files.value(0));
            result = QApplication::exec();
        } // what is being measured stops
        ended = engine.shutDown();
    }
    if (!ended)
        endProcess(result); // chats and settings are on the disk; the engine's thread would use what now goes
    return result;
}

} // namespace

int main(int argc, char** argv)
{
    const int result = run(argc, argv);
    if constexpr (ReturnMayHang)
        endProcess(result);
    return result;
}
