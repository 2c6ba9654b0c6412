// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "desktop/settings.h"

#include <QWidget>

namespace lacuna::app {

/// The page of the program's own settings; what a model's answers are made with stands on the chat page.
class SettingsPage : public QWidget {
    Q_OBJECT
public:
    explicit SettingsPage(Settings& settings, QWidget* parent = nullptr);

private:
    QWidget* buildAppearance();
    QWidget* buildFiles();

    Settings& m_settings;
};

} // namespace lacuna::app
