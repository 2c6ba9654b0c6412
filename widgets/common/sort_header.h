// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace lacuna::widgets {

/// The titles of a table that can be sorted. Only the one that it is sorted by gets room for the arrow, where Qt gives
/// it to each, which costs a table of many narrow columns the width of a whole one.
class SortHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit SortHeader(QWidget* parent = nullptr);

protected:
    QSize sectionSizeFromContents(int section) const override;
};

} // namespace lacuna::widgets
