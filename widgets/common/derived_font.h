// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

class QWidget;

namespace lacuna::widgets {

// A size that is set once stays when the application's font changes (a setting of the program); these follow it.

/// `scale` times the application's font size.
void scaleFont(QWidget* widget, qreal scale, bool bold = false);
/// The system's fixed-width font, in the application's font size.
void useFixedFont(QWidget* widget);

} // namespace lacuna::widgets
