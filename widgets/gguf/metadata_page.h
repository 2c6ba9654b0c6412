// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QWidget>

#include <memory>

class QPlainTextEdit;
class QSplitter;
class QStackedWidget;

namespace lacuna::models {
class MetadataTable;
}

namespace lacuna::widgets {

class ArrayView;
class FilteredTable;

/// The metadata of a file as a table, and beside it the whole value of the current row.
class MetadataPage : public QWidget {
    Q_OBJECT
public:
    explicit MetadataPage(QWidget* parent = nullptr);

    void setFile(std::shared_ptr<const gguf::File> file); ///< null: empty
    FilteredTable* table() const { return m_table; }

private:
    void showValue(int row);
    void showText(const gguf::KeyValue& entry);

    std::shared_ptr<const gguf::File> m_file;
    std::shared_ptr<const models::MetadataTable> m_metadata;
    FilteredTable* m_table;
    QStackedWidget* m_value;
    QPlainTextEdit* m_text;
    ArrayView* m_array;
};

} // namespace lacuna::widgets
