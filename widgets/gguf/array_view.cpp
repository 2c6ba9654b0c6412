// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/array_view.h"

#include "gguf/text.h"
#include "widgets/gguf/filtered_table.h"
#include "widgets/models/array_table.h"
#include "widgets/models/formatting.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace lacuna::widgets {

using models::ArrayTable;

ArrayView::ArrayView(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_up(new QToolButton(this))
    , m_table(new FilteredTable(tr("Elements of the array"), tr("Filter this page"), this))
    , m_pageBar(new QWidget(this))
    , m_page(new QSpinBox(this))
    , m_pageCount(new QLabel(this))
{
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_up->setText(tr("Back"));
    m_up->setToolTip(tr("Back to the array that this one is an element of"));
    m_up->hide();
    m_table->setColumnWidths({10});
    auto top = new QHBoxLayout;
    top->addWidget(m_up);
    top->addWidget(m_title, 1);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
    addPageBar(layout);
    connect(m_up, &QToolButton::clicked, this, &ArrayView::leave);
    connect(m_table, &FilteredTable::rowActivated, this, &ArrayView::enter);
}

void ArrayView::addPageBar(QVBoxLayout* layout)
{
    m_page->setObjectName(QStringLiteral("page"));
    m_page->setAccessibleName(tr("Page"));
    m_page->setToolTip(tr("Pages have %1 elements.").arg(ArrayTable::s_pageRows));
    m_page->setKeyboardTracking(false);
    auto row = new QHBoxLayout(m_pageBar);
    row->setContentsMargins(0, 0, 0, 0);
    const auto addStep = [this, row](const QString& text, const QString& name, auto target) {
        auto button = new QToolButton(m_pageBar);
        button->setText(text);
        button->setAccessibleName(name);
        button->setToolTip(name);
        connect(button, &QToolButton::clicked, m_page, [this, target] { m_page->setValue(target()); });
        row->addWidget(button);
    };
    addStep(QStringLiteral("«"), tr("First page"), [] { return 1; });
    addStep(QStringLiteral("‹"), tr("Previous page"), [this] { return m_page->value() - 1; });
    row->addWidget(m_page);
    row->addWidget(m_pageCount);
    addStep(QStringLiteral("›"), tr("Next page"), [this] { return m_page->value() + 1; });
    addStep(QStringLiteral("»"), tr("Last page"), [this] { return m_page->maximum(); });
    row->addStretch();
    layout->addWidget(m_pageBar);
    connect(m_page, &QSpinBox::valueChanged, this, &ArrayView::showPage);
}

void ArrayView::setArray(std::shared_ptr<const gguf::File> file, const QByteArray& key, const gguf::Value& array)
{
    m_file = std::move(file);
    m_key = key;
    m_path = {array};
    showArray();
}

void ArrayView::clear()
{
    m_path.clear();
    m_file.reset();
    m_table->setTable(nullptr);
    m_title->clear();
    m_pageBar->hide();
    m_up->hide();
}

void ArrayView::enter(int row)
{
    if (m_path.empty())
        return;
    const quint64 index = quint64(m_page->value() - 1) * ArrayTable::s_pageRows + quint64(row);
    if (const gguf::Value element = m_path.back().at(index); element.isArray()) {
        m_path.push_back(element);
        showArray();
    }
}

void ArrayView::leave()
{
    if (m_path.size() > 1)
        m_path.pop_back();
    showArray();
}

void ArrayView::showArray()
{
    const gguf::Value& array = m_path.back();
    m_title->setText(
        tr("%1, %2, %3 elements").arg(gguf::escaped(m_key), array.typeName(), models::formatCount(array.size())));
    m_up->setVisible(m_path.size() > 1);
    const int pages = int(std::min<quint64>(ArrayTable::pages(array), std::numeric_limits<int>::max()));
    m_pageBar->setVisible(pages > 1);
    m_pageCount->setText(tr("of %1", "page … of …").arg(models::formatCount(quint64(pages))));
    {
        const QSignalBlocker blocker(m_page); // one page is shown, below, whatever the box stood at
        m_page->setRange(1, pages);
        m_page->setValue(1);
    }
    showPage(1);
}

void ArrayView::showPage(int page)
{
    if (m_path.empty())
        return;
    m_page->setValue(page);
    m_table->setTable(std::make_shared<ArrayTable>(m_file, m_key, m_path.back(), quint64(page - 1)));
}

} // namespace lacuna::widgets
