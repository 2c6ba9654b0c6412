// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lacuna::app {

/// The one place that decides where things live. A file or folder named `portable` beside the program keeps everything
/// in `data/` beside it instead of the user's own folders. Folders are made on first use.
struct Paths {
    static QString settingsFile(); ///< settings.ini
    static QString dataFolder(); ///< chats, benchmark history
    static QString chatDatabase(); ///< chats.sqlite
    static QString benchmarkFolder(); ///< records, a file each
    static QString lockFile(); ///< of the running program
};

} // namespace lacuna::app
