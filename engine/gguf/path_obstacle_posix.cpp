// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguf/path_obstacle.h"

#include <QFile>

#include <filesystem>
#include <system_error>

namespace lacuna::gguf {

QString pathObstacle(const QString& path)
{
    using std::filesystem::file_type;
    const std::filesystem::path native = QFile::encodeName(path).toStdString();
    std::error_code error;
    const file_type type = std::filesystem::status(native, error).type();
    if (error == std::errc::too_many_symbolic_link_levels)
        return QStringLiteral("its symbolic links lead in a circle");
    if (error == std::errc::permission_denied)
        return QStringLiteral("no permission to look into its folder");
    switch (type) {
    case file_type::regular:
        return {};
    case file_type::not_found: {
        const bool isLink = std::filesystem::is_symlink(std::filesystem::symlink_status(native, error));
        return isLink ? QStringLiteral("it is a symbolic link to a file that does not exist")
                      : QStringLiteral("it does not exist");
    }
    case file_type::directory:
        return QStringLiteral("it is a folder, not a file");
    case file_type::fifo:
        return QStringLiteral("it is a pipe, and a model can only be read from a regular file");
    case file_type::character:
    case file_type::block:
        return QStringLiteral("it is a device, and a model can only be read from a regular file");
    case file_type::socket:
        return QStringLiteral("it is a socket, and a model can only be read from a regular file");
    default:
        return error ? QString::fromLocal8Bit(error.message().c_str()) : QStringLiteral("it is not a regular file");
    }
}

} // namespace lacuna::gguf
