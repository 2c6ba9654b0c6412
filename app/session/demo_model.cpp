// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/demo_model.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace lacuna::session {

QString demoModelFile()
{
    for (const char* folder : {"", "/../share/lacuna", "/../../../resources"}) {
        const QString file =
            QCoreApplication::applicationDirPath() + QLatin1String(folder) + QStringLiteral("/models/lacuna-demo.gguf");
        if (QFileInfo(file).isFile())
            return QDir::cleanPath(file);
    }
    return {};
}

} // namespace lacuna::session
