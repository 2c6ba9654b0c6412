// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done on the benchmark page: its actions, and the questions that some of them ask.
#include "widgets/benchmark/benchmark_page.h"
#include "widgets/benchmark/benchmark_setup.h"
#include "widgets/benchmark/record_view.h"
#include "widgets/models/benchmark/record_table.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>

namespace lacuna::widgets {

void BenchmarkPage::buildActions()
{
    const auto make = [this](const char* name, const QString& text, const QString& shortText, const QString& toolTip,
                             void (BenchmarkPage::*slot)()) {
        auto action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        action->setIconText(shortText);
        action->setToolTip(toolTip);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    m_start = make("benchmarkStart", tr("&Start Measuring"), tr("Start"), tr("Measures the model that is chosen"),
                   &BenchmarkPage::start);
    m_cancel = make("benchmarkCancel", tr("&Cancel Measuring"), tr("Cancel"),
                    tr("Ends the measurement; what was measured until then is kept"), &BenchmarkPage::cancelRequested);
    m_copy = make("benchmarkCopy", tr("Copy as &Markdown"), tr("Copy as Markdown"),
                  tr("Copies the figures that are shown, as a Markdown table"), &BenchmarkPage::copyMarkdown);
    m_export = make("benchmarkExport", tr("&Export as JSON …"), tr("Export …"),
                    tr("Writes the selected measurements to a JSON file"), &BenchmarkPage::chooseExport);
    m_import = make("benchmarkImport", tr("&Import JSON …"), tr("Import …"),
                    tr("Adds measurements from a JSON file, perhaps of another machine"), &BenchmarkPage::chooseImport);
    m_remove = make("benchmarkRemove", tr("&Remove from the History …"), tr("Remove …"),
                    tr("Removes the selected measurements for good"), &BenchmarkPage::askToRemove);
    const auto separator = [this] {
        auto line = new QAction(this);
        line->setSeparator(true);
        return line;
    };
    m_menuActions = {m_start, m_cancel, separator(), m_copy, m_export, m_import, m_remove, separator()};
    m_menuActions += m_view->tabActions();
}

QList<QAction*> BenchmarkPage::menuActions() const
{
    return m_menuActions;
}

void BenchmarkPage::updateActions()
{
    const size_t selected = selectedRows().size();
    m_setup->setEnabled(!m_running);
    m_start->setEnabled(m_idle && !m_running && !m_setup->modelPath().isEmpty());
    m_cancel->setEnabled(m_running);
    m_copy->setEnabled(selected == 1 || selected == 2);
    m_export->setEnabled(selected > 0);
    m_remove->setEnabled(selected > 0);
    for (QAction* action : m_view->tabActions())
        action->setEnabled(m_copy->isEnabled() && !m_running);
}

void BenchmarkPage::start()
{
    Q_EMIT startRequested(m_setup->modelPath(), m_setup->tests());
}

void BenchmarkPage::copyMarkdown()
{
    QGuiApplication::clipboard()->setText(m_view->markdown());
    showInformation(tr("Copied as a Markdown table."));
}

void BenchmarkPage::chooseExport()
{
    std::vector<benchmark::Record> records;
    for (const int row : selectedRows())
        records.push_back(m_table->at(row).record);
    auto dialog =
        new QFileDialog(this, tr("Export measurements"), QStringLiteral("benchmark.json"), tr("JSON files (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, records](const QString& path) { Q_EMIT exportRequested(path, records); });
    dialog->open();
}

void BenchmarkPage::chooseImport()
{
    auto dialog = new QFileDialog(this, tr("Import measurements"), {}, tr("JSON files (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &BenchmarkPage::importRequested);
    dialog->open();
}

void BenchmarkPage::askToRemove()
{
    QStringList files;
    for (const int row : selectedRows())
        files << m_table->at(row).file;
    const QString what = files.size() == 1 ? tr("Remove this measurement from the history?")
                                           : tr("Remove these %1 measurements from the history?").arg(files.size());
    auto box = new QMessageBox(QMessageBox::Question, tr("Remove measurements"),
                               what + QLatin1Char(' ') + tr("It cannot be undone, except by importing an export."),
                               QMessageBox::Cancel, this);
    QPushButton* remove = box->addButton(tr("&Remove"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel); // Enter must not destroy anything
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(remove, &QPushButton::clicked, this, [this, files] {
        for (const QString& file : files)
            Q_EMIT forgetRequested(file);
    });
    box->open();
}

} // namespace lacuna::widgets
