// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QWidget>

#include <memory>

class QLabel;
class QSplitter;
class QStackedLayout;

namespace lacuna::widgets {

class FilteredTable;

/// The vocabulary of a file and, beside it, the merges that its tokens come from.
class TokenPage : public QWidget {
    Q_OBJECT
public:
    explicit TokenPage(QWidget* parent = nullptr);

    void setFile(const std::shared_ptr<const gguf::File>& file); ///< null: empty
    FilteredTable* tokens() const { return m_tokens; }
    FilteredTable* merges() const { return m_merges; }

private:
    QSplitter* m_splitter;
    FilteredTable* m_tokens;
    FilteredTable* m_merges;
    QLabel* m_nothing;
    QStackedLayout* m_stack;
};

} // namespace lacuna::widgets
