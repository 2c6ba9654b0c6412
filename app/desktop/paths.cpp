// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/paths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace lacuna::app {

namespace {

QString programFolder()
{
    return QCoreApplication::applicationDirPath();
}

QString made(const QString& folder)
{
    QDir().mkpath(folder);
    return folder;
}

QString folder(QStandardPaths::StandardLocation location)
{
    const QDir beside(programFolder());
    if (beside.exists(QStringLiteral("portable")))
        return made(beside.filePath(QStringLiteral("data")));
    return made(QStandardPaths::writableLocation(location));
}

} // namespace

QString Paths::settingsFile()
{
    return QDir(folder(QStandardPaths::AppConfigLocation)).filePath(QStringLiteral("settings.ini"));
}

QString Paths::dataFolder()
{
    return folder(QStandardPaths::AppDataLocation);
}

QString Paths::chatDatabase()
{
    return QDir(dataFolder()).filePath(QStringLiteral("chats.sqlite"));
}

QString Paths::benchmarkFolder()
{
    return QDir(dataFolder()).filePath(QStringLiteral("benchmarks"));
}

QString Paths::lockFile()
{
    return QDir(dataFolder()).filePath(QStringLiteral("running.lock"));
}

} // namespace lacuna::app
