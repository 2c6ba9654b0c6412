// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/tensor_page.h"

#include "gguf/summary.h"
#include "widgets/common/cell_delegate.h"
#include "widgets/common/sort_header.h"
#include "widgets/gguf/table_setup.h"
#include "widgets/gguf/tensor_detail.h"
#include "widgets/models/formatting.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lacuna::widgets {

namespace {

/// Of the two parts in a window of usual width.
constexpr int TableWidth = 790;
constexpr int DetailWidth = 320;
constexpr int LeastNameWidth = 27; ///< characters, as of blk.31.attn_output.weight: a cut name says nothing

} // namespace

TensorPage::TensorPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new models::TensorModel(this))
    , m_filter(new QLineEdit(this))
    , m_types(new QComboBox(this))
    , m_grouped(new QCheckBox(tr("&Group by layer"), this))
    , m_view(new QTreeView(this))
    , m_totals(new QLabel(this))
    , m_detail(new TensorDetail(this))
{
    m_filter->setObjectName(QStringLiteral("tensorFilter"));
    m_filter->setPlaceholderText(tr("Filter tensors by name"));
    m_filter->setAccessibleName(tr("Filter: tensors"));
    m_filter->setClearButtonEnabled(true);
    m_types->setObjectName(QStringLiteral("tensorTypes"));
    m_types->setAccessibleName(tr("Type of the tensors that are shown"));
    m_types->setToolTip(tr("Shows the tensors of one type only."));
    m_types->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_grouped->setObjectName(QStringLiteral("groupByLayer"));
    m_grouped->setToolTip(tr("Puts the tensors of each layer together, with their sums."));

    auto splitter = new QSplitter(this);
    splitter->setObjectName(QStringLiteral("tensorSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(9);
    splitter->addWidget(makeList());
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({TableWidth, DetailWidth});
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 8);
    layout->addWidget(splitter);

    connect(m_filter, &QLineEdit::textChanged, this, &TensorPage::applyFilter);
    connect(m_types, &QComboBox::currentIndexChanged, this, &TensorPage::applyFilter);
    connect(m_grouped, &QCheckBox::toggled, this, [this](bool grouped) {
        const int current = m_model->tensorAt(m_view->currentIndex());
        m_model->setGrouped(grouped);
        m_view->setRootIsDecorated(grouped);
        keepCurrent(current);
        Q_EMIT groupedChanged(grouped);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TensorPage::updateTotals);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { m_detail->setTensor(m_file, m_model->tensorAt(current)); });
}

QWidget* TensorPage::makeList()
{
    m_view->setObjectName(QStringLiteral("tensors"));
    m_view->setAccessibleName(tr("Tensors"));
    m_view->setModel(m_model);
    m_view->setUniformRowHeights(true); // without it each of 10 000 rows would be measured
    m_view->setRootIsDecorated(false);
    m_view->setHeader(new SortHeader(m_view));
    setUpItemView(m_view, m_view->header());
    m_view->setSortingEnabled(true);
    m_view->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_view->header()->setStretchLastSection(false);
    m_view->viewport()->installEventFilter(this);
    connect(m_view->header(), &QHeaderView::sortIndicatorChanged, this, &TensorPage::fitColumns);
    m_totals->setObjectName(QStringLiteral("tensorTotals"));
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_totals->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it must not widen the window

    auto box = new QWidget(this);
    auto line = new QHBoxLayout;
    line->addWidget(m_filter, 1);
    line->addWidget(m_types);
    line->addWidget(m_grouped);
    auto column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(line);
    column->addWidget(m_view, 1);
    column->addWidget(m_totals);
    return box;
}

void TensorPage::setFile(std::shared_ptr<const gguf::File> file)
{
    m_file = std::move(file);
    m_detail->setTensor(nullptr, -1);
    {
        const QSignalBlocker filterBlocker(m_filter);
        m_filter->clear();
    }
    m_model->setFile(m_file);
    listTypes();
    m_view->setColumnHidden(models::ShardColumn, !m_file || m_file->shardPaths().size() < 2);
    fitColumns();
    updateTotals();
}

/// Each column as wide as its own texts, so that the names get all that is left.
void TensorPage::fitColumns()
{
    QHeaderView* header = m_view->header();
    for (int column = models::ShapeColumn; column < models::TensorColumnCount; ++column) {
        const int text =
            m_view->fontMetrics().horizontalAdvance(m_model->widestText(column)) + 3 * CellDelegate::Padding;
        if (!header->isSectionHidden(column))
            header->resizeSection(column, std::max(text, header->sectionSizeHint(column)));
    }
    fitNameColumn();
}

void TensorPage::fitNameColumn()
{
    QHeaderView* header = m_view->header();
    const int others = header->length() - header->sectionSize(models::NameColumn);
    const int least = LeastNameWidth * m_view->fontMetrics().averageCharWidth();
    header->resizeSection(models::NameColumn, std::max(least, m_view->viewport()->width() - others));
}

bool TensorPage::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_view->viewport() && event->type() == QEvent::Resize)
        fitNameColumn();
    else if (object == m_view->viewport() && event->type() == QEvent::FontChange)
        fitColumns();
    return QWidget::eventFilter(object, event);
}

void TensorPage::setGrouped(bool grouped)
{
    m_grouped->setChecked(grouped);
}

QString TensorPage::totals() const
{
    return m_totals->text();
}

void TensorPage::listTypes()
{
    const QSignalBlocker blocker(m_types);
    m_types->clear();
    m_types->addItem(tr("All types"));
    if (!m_file)
        return;
    for (const gguf::TypeShare& share : gguf::summarise(*m_file).types) {
        m_types->addItem(tr("%1 (%2)", "type (tensors of it)")
                             .arg(quant::typeName(share.typeId), models::formatCount(share.tensors)),
                         share.typeId);
    }
}

void TensorPage::applyFilter()
{
    const int current = m_model->tensorAt(m_view->currentIndex());
    const QVariant type = m_types->currentData();
    m_model->setFilter(m_filter->text(), type.isValid() ? std::optional(type.toUInt()) : std::nullopt);
    keepCurrent(current);
}

/// After a reset of the model: the same tensor again, if it is still shown.
void TensorPage::keepCurrent(int tensor)
{
    const bool isFiltered = !m_filter->text().isEmpty();
    if (m_model->isGrouped() && isFiltered)
        m_view->expandAll();
    const QModelIndex index = tensor < 0 ? QModelIndex() : m_model->indexOf(tensor);
    if (index.isValid()) {
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index);
    } else {
        m_detail->setTensor(m_file, -1);
    }
    updateTotals();
}

void TensorPage::updateTotals()
{
    const QModelIndexList selected = m_view->selectionModel()->selectedRows();
    const models::TensorTotals totals = selected.isEmpty() ? m_model->shownTotals() : m_model->totals(selected);
    const QString shown = models::formatCount(quint64(m_model->tensorCount()));
    const QString which = selected.isEmpty() ? tr("Tensors: %1").arg(shown)
                                             : tr("Selected: %1 of %2").arg(models::formatCount(totals.tensors), shown);
    m_totals->setText(tr("%1 · %2 elements · %3 · %4 bits per weight")
                          .arg(which, models::formatCount(totals.elements), models::formatBytes(totals.bytes),
                               models::formatBitsPerWeight(totals.bitsPerWeight())));
    m_totals->setToolTip(m_totals->text());
}

} // namespace lacuna::widgets
