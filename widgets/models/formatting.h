// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lacuna::models {

/// Numbers as people read them, in the default locale. Values that are no number become "–", never "nan".
QString formatBytes(quint64 bytes); ///< "4.9 GB" (powers of 1000, as file managers and disks have it)
QString formatCount(quint64 count); ///< grouped digits: "126,464"
QString formatMagnitude(quint64 count); ///< "8.0 B", "7.1 M", "812"
QString formatMilliseconds(double ms); ///< "0.8 ms", "812 ms", "2.1 s", "3 min 20 s"
QString formatPercent(double fraction); ///< 0.314 → "31 %"
QString formatDecimal(double value, int digits);
QString formatBitsPerWeight(double bits); ///< "4.91"; none where there are no weights
QString noNumber(); ///< "–", where there is no number to show

/// A tooltip that shows `text` as it is. (Qt takes for HTML what looks like it, and names in files may.)
QString plainToolTip(const QString& text);

} // namespace lacuna::models
