// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace lacuna::models {

/// What item models tell beyond Qt's own roles.
enum Role : int {
    FullTextRole = Qt::UserRole, ///< the cell as it is copied: nothing cut, numbers with all digits and no separators
};

} // namespace lacuna::models
