// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/path_obstacle.h"

#include <QFileInfo>

namespace lacuna::gguf {

// Through Qt, which reaches paths of any length; what the C++ library calls does not. Devices and pipes are not found.
QString pathObstacle(const QString& path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return QStringLiteral("it does not exist");
    if (info.isDir())
        return QStringLiteral("it is a folder, not a file");
    if (!info.isFile())
        return QStringLiteral("it is not a regular file");
    return {};
}

} // namespace lacuna::gguf
