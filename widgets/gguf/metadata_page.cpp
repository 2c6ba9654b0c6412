// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/metadata_page.h"

#include "gguf/text.h"
#include "widgets/common/derived_font.h"
#include "widgets/gguf/array_view.h"
#include "widgets/gguf/filtered_table.h"
#include "widgets/models/formatting.h"
#include "widgets/models/metadata_table.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lacuna::widgets {

using models::MetadataTable;

namespace {

/// What a text field takes without a pause.
constexpr qsizetype s_mostBytes = 256 << 10;

/// Escaped, but with its lines as lines: templates are read that way.
QString asLines(QByteArrayView bytes)
{
    QStringList lines;
    for (const QByteArray& line : bytes.toByteArray().split('\n'))
        lines.append(gguf::escaped(line));
    return lines.join(u'\n');
}

} // namespace

MetadataPage::MetadataPage(QWidget* parent)
    : QWidget(parent)
    , m_table(new FilteredTable(tr("Metadata"), tr("Filter keys and values"), this))
    , m_value(new QStackedWidget(this))
    , m_text(new QPlainTextEdit(this))
    , m_array(new ArrayView(this))
{
    m_table->setObjectName(QStringLiteral("metadata"));
    m_table->setColumnWidths({44, 12, 30});
    m_text->setObjectName(QStringLiteral("value"));
    m_text->setAccessibleName(tr("Value of the selected key"));
    m_text->setPlaceholderText(tr("Select a key to see its whole value."));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setTabChangesFocus(true);
    useFixedFont(m_text);
    m_value->addWidget(m_text);
    m_value->addWidget(m_array);

    auto splitter = new QSplitter(this);
    splitter->setObjectName(QStringLiteral("metadataSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(9);
    splitter->addWidget(m_table);
    splitter->addWidget(m_value);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 8);
    layout->addWidget(splitter);
    connect(m_table, &FilteredTable::currentRowChanged, this, &MetadataPage::showValue);
}

void MetadataPage::setFile(std::shared_ptr<const gguf::File> file)
{
    m_table->filter()->clear();
    m_file = std::move(file);
    m_metadata = m_file ? std::make_shared<MetadataTable>(m_file) : nullptr;
    m_table->setTable(m_metadata);
}

void MetadataPage::showValue(int row)
{
    m_array->clear();
    m_text->clear();
    if (row < 0 || !m_metadata) {
        m_value->setCurrentWidget(m_text);
        return;
    }
    const gguf::KeyValue& entry = m_metadata->entry(row);
    if (entry.value.isArray()) {
        m_array->setArray(m_file, entry.key.toByteArray(), entry.value);
        m_value->setCurrentWidget(m_array);
    } else {
        showText(entry);
        m_value->setCurrentWidget(m_text);
    }
}

void MetadataPage::showText(const gguf::KeyValue& entry)
{
    const auto bytes = entry.value.toBytes();
    if (!bytes) {
        m_text->setPlainText(m_metadata->text(int(&entry - m_file->metadata().data()), MetadataTable::Value));
        return;
    }
    QString text = asLines(bytes->first(std::min(bytes->size(), s_mostBytes)));
    if (bytes->size() > s_mostBytes) {
        text += tr("\n\n… %1 of %2 shown; an export has all of it.")
                    .arg(models::formatBytes(quint64(s_mostBytes)), models::formatBytes(quint64(bytes->size())));
    }
    m_text->setPlainText(text);
}

} // namespace lacuna::widgets
