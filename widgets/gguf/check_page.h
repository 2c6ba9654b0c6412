// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace lacuna::widgets {

class FilteredTable;

/// What the check of a file's structure has seen, with severity and place.
class CheckPage : public QWidget {
    Q_OBJECT
public:
    explicit CheckPage(QWidget* parent = nullptr);

    void setFile(const std::shared_ptr<const gguf::File>& file); ///< null: empty
    FilteredTable* table() const { return m_table; }
    QString verdict() const;

private:
    QLabel* m_verdict;
    FilteredTable* m_table;
};

} // namespace lacuna::widgets
