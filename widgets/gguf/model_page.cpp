// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gguf/model_page.h"

#include "gguf/text.h"
#include "model/architecture.h"
#include "widgets/common/derived_font.h"
#include "widgets/common/floating_column.h"
#include "widgets/common/message_bar.h"
#include "widgets/common/vertical_scroll_area.h"
#include "widgets/gguf/check_page.h"
#include "widgets/gguf/checksum_line.h"
#include "widgets/gguf/filtered_table.h"
#include "widgets/gguf/metadata_page.h"
#include "widgets/gguf/model_header.h"
#include "widgets/gguf/table_setup.h"
#include "widgets/gguf/tensor_page.h"
#include "widgets/gguf/token_page.h"
#include "widgets/models/error_advice.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

namespace lacuna::widgets {

namespace {

/// Weight types that the engine's kernels know, in the order of their ids.
QStringList runnableTypes()
{
    QStringList names;
    for (quint32 id = 0; id < 256; ++id) {
        if (const quant::TypeTraits* traits = quant::findTraits(id); traits && traits->canRun)
            names << QString::fromLatin1(traits->name);
    }
    return names;
}

} // namespace

ModelPage::ModelPage(QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget(this))
    , m_messages(new MessageBar(this))
    , m_runNotice(new MessageBar(this))
    , m_header(new ModelHeader(this))
    , m_tabs(new QTabWidget(this))
    , m_metadata(new MetadataPage(this))
    , m_tokens(new TokenPage(this))
    , m_tensors(new TensorPage(this))
    , m_check(new CheckPage(this))
    , m_exporter(new Exporter(this))
{
    m_stack->addWidget(makeEmptyState());
    m_stack->addWidget(makeBrowser());
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_runNotice); // comes with the file that it is about
    layout->addWidget(m_stack, 1);
    (new FloatingColumn(this, FloatingColumn::Edge::Bottom))->add(m_messages);
    makeActions();
    connect(m_exporter, &Exporter::saved, this, [this](const QString& path) {
        m_messages->showMessage(MessageBar::Severity::Information, tr("Saved to %1.").arg(gguf::shownPath(path)));
    });
    connect(m_exporter, &Exporter::failed, this,
            [this](const Error& error) { m_messages->showMessage(MessageBar::Severity::Error, error.text()); });
    setFile(nullptr);
}

QWidget* ModelPage::makeEmptyState()
{
    auto page = new QWidget(m_stack);
    auto title = new QLabel(tr("Drop a .gguf file here or open one"), page);
    title->setObjectName(QStringLiteral("emptyState"));
    scaleFont(title, 1.4);
    auto explanation = new QLabel(
        tr("Its metadata, vocabulary, tensors and their values can be looked into here, whatever program it is for. "
           "Nothing is changed in the file."),
        page);
    explanation->setWordWrap(true);
    explanation->setAlignment(Qt::AlignCenter);
    explanation->setForegroundRole(QPalette::PlaceholderText);
    explanation->setFixedWidth(420);
    auto open = new QPushButton(tr("&Open…"), page);
    open->setObjectName(QStringLiteral("openFile"));
    open->setToolTip(tr("Chooses a GGUF file to look into"));
    connect(open, &QPushButton::clicked, this, &ModelPage::openFileRequested);
    auto column = new QVBoxLayout(page);
    column->setSpacing(12);
    column->addStretch();
    for (QWidget* widget :
         {static_cast<QWidget*>(title), static_cast<QWidget*>(explanation), static_cast<QWidget*>(open)})
        column->addWidget(widget, 0, Qt::AlignHCenter);
    column->addStretch();
    return page;
}

QWidget* ModelPage::makeBrowser()
{
    auto page = new QWidget(m_stack);
    m_tabs->setObjectName(QStringLiteral("modelTabs"));
    m_tabs->setAccessibleName(tr("Parts of the file"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_metadata, tr("Metadata"));
    m_tabs->addTab(m_tokens, tr("Tokens"));
    m_tabs->addTab(m_tensors, tr("Tensors"));
    m_tabs->addTab(m_check, tr("Check"));
    auto column = new QVBoxLayout(page);
    column->setContentsMargins(12, 12, 12, 0);
    column->setSpacing(10);
    column->addWidget(m_header);
    column->addWidget(m_tabs, 1);
    auto scroll = new VerticalScrollArea(m_stack); // in a small window
    scroll->setWidget(page);
    return scroll;
}

void ModelPage::makeActions()
{
    addTabAction(Metadata, tr("&Metadata"), tr("Shows keys and values of the file"));
    addTabAction(Tokens, tr("&Tokens"), tr("Shows the vocabulary of the file"));
    addTabAction(Tensors, tr("Te&nsors"), tr("Shows the tensors of the file"));
    addTabAction(Check, tr("&Check"), tr("Shows what the check of the file's structure has found"));

    const auto separator = [this] {
        auto line = new QAction(this);
        line->setSeparator(true);
        m_actions << line;
    };
    const auto add = [this](const QString& text, const QString& toolTip) {
        auto action = new QAction(text, this);
        action->setToolTip(toolTip);
        m_actions << action;
        return action;
    };
    separator();
    auto find = add(tr("&Find in This Page"), tr("Puts the cursor into the filter of the table that is shown"));
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(find);
    connect(find, &QAction::triggered, this, &ModelPage::find);
    connect(add(tr("Cop&y Selected Rows"), tr("Copies the selected rows of the table that is shown")),
            &QAction::triggered, this, &ModelPage::copy);
    auto grouped = add(tr("&Group Tensors by Layer"), tr("Puts the tensors of each layer together"));
    grouped->setCheckable(true);
    connect(grouped, &QAction::toggled, m_tensors, &TensorPage::setGrouped);
    connect(m_tensors, &TensorPage::groupedChanged, grouped, &QAction::setChecked);

    separator();
    addExportAction(Exporter::Format::Json, tr("Export as &JSON…"), QStringLiteral(".json"));
    addExportAction(Exporter::Format::MetadataCsv, tr("Export Metadata as CS&V…"), QStringLiteral("-metadata.csv"));
    addExportAction(Exporter::Format::TensorsCsv, tr("Export Tensor Table as CS&V…"), QStringLiteral("-tensors.csv"));
    connect(add(tr("Compute &SHA-256"), tr("Reads the whole file and computes its checksum")), &QAction::triggered,
            m_header->checksum(), &ChecksumLine::start);
}

void ModelPage::addTabAction(Tab tab, const QString& text, const QString& toolTip)
{
    auto action = new QAction(text, this);
    action->setToolTip(toolTip);
    connect(action, &QAction::triggered, this, [this, tab] { m_tabs->setCurrentIndex(tab); });
    m_actions << action;
}

void ModelPage::addExportAction(Exporter::Format format, const QString& text, const QString& suffix)
{
    auto action = new QAction(text, this);
    action->setToolTip(tr("Saves what this page shows to a file"));
    connect(action, &QAction::triggered, this, [this, format, suffix] { askWhereToExport(format, suffix); });
    m_actions << action;
}

QList<QAction*> ModelPage::menuActions() const
{
    return m_actions;
}

void ModelPage::setFile(std::shared_ptr<const gguf::File> file)
{
    m_exporter->cancel();
    m_messages->dismiss();
    m_runNotice->dismiss();
    m_file = std::move(file);
    m_header->setFile(m_file);
    m_metadata->setFile(m_file);
    m_tokens->setFile(m_file);
    m_tensors->setFile(m_file);
    m_check->setFile(m_file);
    const auto findings = m_file ? m_file->findings().size() : 0;
    m_tabs->setTabText(Check, findings > 0 ? tr("Check (%1)").arg(findings) : tr("Check"));
    m_stack->setCurrentIndex(m_file ? 1 : 0);
    for (QAction* action : m_actions)
        action->setEnabled(m_file != nullptr);
}

void ModelPage::setRunnable()
{
    m_runNotice->dismiss();
}

void ModelPage::setNotRunnable(const Error& reason)
{
    QString text = reason.message;
    const QString name = m_file ? gguf::shownPath(QFileInfo(m_file->path()).fileName()) : QString();
    if (m_file && models::isDamage(reason.code)) {
        text =
            tr("%1 cannot be run, and only what can be read of it is shown. %2").arg(name, models::withAdvice(reason));
    } else if (m_file) {
        text = tr("%1 can be looked into, but not run. %2").arg(name, reason.message);
    }
    if (m_file && (reason.code == Error::Code::Unsupported || reason.code == Error::Code::Missing)) {
        text += QLatin1Char(' ')
            + tr("Lacuna runs models of the architecture %1 with weights of the types %2.")
                  .arg(model::supportedArchitectures().join(QStringLiteral(", ")),
                       runnableTypes().join(QStringLiteral(", ")));
    }
    QString details = reason.message;
    if (!reason.subject.isEmpty())
        details += tr("\nAbout: %1").arg(reason.subject);
    if (reason.offset)
        details += tr("\nAt byte: %1").arg(*reason.offset);
    m_runNotice->showMessage(MessageBar::Severity::Warning, text, details);
}

void ModelPage::exportTo(Exporter::Format format, const QString& path)
{
    if (!m_file)
        return;
    m_messages->showMessage(MessageBar::Severity::Information, tr("Exporting to %1 …").arg(gguf::shownPath(path)));
    auto cancel = new QAction(tr("Cancel export"), m_messages);
    connect(cancel, &QAction::triggered, this, [this] {
        m_exporter->cancel();
        m_messages->showMessage(MessageBar::Severity::Information, tr("The export was cancelled."));
    });
    m_messages->addAction(cancel);
    m_exporter->save(m_file, format, path);
}

void ModelPage::askWhereToExport(Exporter::Format format, const QString& suffix)
{
    if (!m_file)
        return;
    const QFileInfo model(m_file->path());
    auto dialog = new QFileDialog(this, tr("Export"), model.absolutePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix.section(u'.', -1));
    dialog->setNameFilter(suffix.endsWith(QStringLiteral("json")) ? tr("JSON (*.json)") : tr("Tables (*.csv)"));
    dialog->selectFile(model.completeBaseName() + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this, format](const QString& path) { exportTo(format, path); });
    dialog->open();
}

void ModelPage::find()
{
    QLineEdit* const filters[] = {m_metadata->table()->filter(), m_tokens->tokens()->filter(), m_tensors->filter(),
                                  m_check->table()->filter()};
    filters[m_tabs->currentIndex()]->setFocus(Qt::ShortcutFocusReason);
    filters[m_tabs->currentIndex()]->selectAll();
}

QAbstractItemView* ModelPage::currentView() const
{
    QAbstractItemView* const views[] = {m_metadata->table()->view(), m_tokens->tokens()->view(), m_tensors->view(),
                                        m_check->table()->view()};
    return views[m_tabs->currentIndex()];
}

void ModelPage::focusTable()
{
    if (m_file)
        currentView()->setFocus();
}

void ModelPage::copy()
{
    copySelection(currentView());
}

} // namespace lacuna::widgets
