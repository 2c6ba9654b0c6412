// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/token_page.h"

#include "widgets/gguf/filtered_table.h"
#include "widgets/models/merge_table.h"
#include "widgets/models/token_table.h"

#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lacuna::widgets {

using models::MergeTable;
using models::TokenTable;

TokenPage::TokenPage(QWidget* parent)
    : QWidget(parent)
    , m_splitter(new QSplitter(this))
    , m_tokens(new FilteredTable(tr("Tokens"), tr("Find tokens by text or id"), this))
    , m_merges(new FilteredTable(tr("Merges"), tr("Find merges by text or rank"), this))
    , m_nothing(new QLabel(tr("This file has no vocabulary."), this))
    , m_stack(new QStackedLayout)
{
    m_tokens->setObjectName(QStringLiteral("tokens"));
    m_tokens->setColumnWidths({9, 22, 24, 14, 10});
    m_merges->setObjectName(QStringLiteral("merges"));
    m_merges->setColumnWidths({9, 16, 16, 20});
    m_nothing->setAlignment(Qt::AlignCenter);

    m_splitter->setObjectName(QStringLiteral("tokenSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(9);
    m_splitter->addWidget(m_tokens);
    m_splitter->addWidget(m_merges);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    auto margins = new QWidget(this);
    auto layout = new QVBoxLayout(margins);
    layout->setContentsMargins(0, 8, 0, 8);
    layout->addWidget(m_splitter);
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(margins);
    setLayout(m_stack);
}

void TokenPage::setFile(const std::shared_ptr<const gguf::File>& file)
{
    const auto tokens = file ? TokenTable::create(file) : nullptr;
    const auto merges = file ? MergeTable::create(file) : nullptr;
    m_tokens->filter()->clear();
    m_merges->filter()->clear();
    m_tokens->setTable(tokens);
    m_merges->setTable(merges);
    m_merges->setVisible(merges != nullptr);
    m_stack->setCurrentIndex(tokens ? 1 : 0);
}

} // namespace lacuna::widgets
