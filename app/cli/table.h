// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace lacuna::cli {

/// A table in plain text: columns as wide as their widest cell, two spaces apart; empty ones are left out.
class Table {
public:
    enum class Align { Left, Right };
    struct Column {
        QString title; ///< of all columns, or of none: then there is no head line
        Align align = Align::Left;
    };

    explicit Table(std::vector<Column> columns);
    void addRow(QStringList cells); ///< as many as columns
    /// Lines without trailing spaces, each ending in a newline, indented by `indent`.
    QString text(qsizetype indent = 0) const;

private:
    std::vector<Column> m_columns;
    std::vector<QStringList> m_rows;
};

} // namespace lacuna::cli
