// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/check_page.h"

#include "widgets/gguf/filtered_table.h"
#include "widgets/models/finding_table.h"

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

#include <array>

namespace lacuna::widgets {

using gguf::Finding;
using models::FindingTable;

CheckPage::CheckPage(QWidget* parent)
    : QWidget(parent)
    , m_verdict(new QLabel(this))
    , m_table(new FilteredTable(tr("Findings"), tr("Filter findings"), this))
{
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_table->setObjectName(QStringLiteral("findings"));
    m_table->setColumnWidths({10, 16, 7, 60});
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 8);
    layout->addWidget(m_verdict);
    layout->addWidget(m_table, 1);
}

void CheckPage::setFile(const std::shared_ptr<const gguf::File>& file)
{
    m_table->filter()->clear();
    std::array<int, 3> counts {}; // by severity
    if (file) {
        for (const Finding& finding : file->findings())
            ++counts[size_t(finding.severity)];
    }
    const auto [notes, warnings, errors] = counts;
    if (!file || file->findings().empty()) {
        m_verdict->setText(tr("The file's structure is sound: header, metadata, tensor table and the place of every "
                              "tensor were checked, and nothing was found."));
    } else {
        m_verdict->setText(tr("Errors: %1. Warnings: %2. Notes: %3. %4")
                               .arg(errors)
                               .arg(warnings)
                               .arg(notes)
                               .arg(errors > 0 ? tr("The engine refuses to run a file with errors.")
                                               : tr("Nothing of this keeps the file from being run.")));
    }
    m_table->setVisible(file && !file->findings().empty());
    m_table->setTable(file ? std::make_shared<FindingTable>(file) : nullptr);
    m_table->view()->setColumnHidden(FindingTable::Shard, !file || file->shardPaths().size() < 2);
}

QString CheckPage::verdict() const
{
    return m_verdict->text();
}

} // namespace lacuna::widgets
