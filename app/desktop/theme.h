// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/settings.h"

#include <QObject>
#include <QPalette>

namespace lacuna::app {

/// Whether the desktop prefers dark windows, and its changes while the program runs: from the desktop portal over
/// D-Bus, on Windows from the registry, else from the palette that Qt started with.
class SystemScheme : public QObject {
    Q_OBJECT
public:
    explicit SystemScheme(QObject* parent = nullptr);
    bool isDark() const { return m_dark; }

Q_SIGNALS:
    void changed(bool dark);

private:
    void setDark(bool dark);

    bool m_dark;
};

/// Fusion with palettes of our own, following the setting and, for "system", the desktop.
class Theme : public QObject {
    Q_OBJECT
public:
    explicit Theme(Settings& settings, QObject* parent = nullptr);

    static QPalette lightPalette();
    static QPalette darkPalette();

private:
    void apply();

    Settings& m_settings;
    SystemScheme m_system;
    double m_basePointSize; ///< of the system's font
};

} // namespace lacuna::app
