// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QMenuBar;

namespace lacuna::app {

/// All keyboard shortcuts, made from the actions in the menus, so that it can never say something else than they do.
class ShortcutList : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutList(const QMenuBar& menus, QWidget* parent = nullptr);
};

} // namespace lacuna::app
