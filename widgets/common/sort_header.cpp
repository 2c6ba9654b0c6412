// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/sort_header.h"

#include <QStyleOptionHeader>

namespace lacuna::widgets {

SortHeader::SortHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    connect(this, &QHeaderView::sortIndicatorChanged, this, [this] { resizeSections(); });
}

QSize SortHeader::sectionSizeFromContents(int section) const
{
    if (section == sortIndicatorSection() || !model())
        return QHeaderView::sectionSizeFromContents(section);
    QStyleOptionHeader option;
    initStyleOption(&option);
    option.section = section;
    option.text = model()->headerData(section, orientation()).toString();
    return style()->sizeFromContents(QStyle::CT_HeaderSection, &option, {}, this);
}

} // namespace lacuna::widgets
