// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QByteArray>
#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace lacuna::widgets {

class FilteredTable;

/// An array of the metadata, a page at a time; arrays in it open in its place.
class ArrayView : public QWidget {
    Q_OBJECT
public:
    explicit ArrayView(QWidget* parent = nullptr);

    void setArray(std::shared_ptr<const gguf::File> file, const QByteArray& key, const gguf::Value& array);
    void clear();
    FilteredTable* table() const { return m_table; }
    void showPage(int page); ///< from 1

private:
    void addPageBar(QVBoxLayout* layout);
    void enter(int row);
    void leave();
    void showArray();

    std::shared_ptr<const gguf::File> m_file;
    QByteArray m_key;
    std::vector<gguf::Value> m_path; ///< the array at the top, then those entered
    QLabel* m_title;
    QToolButton* m_up;
    FilteredTable* m_table;
    QWidget* m_pageBar;
    QSpinBox* m_page;
    QLabel* m_pageCount;
};

} // namespace lacuna::widgets
