// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "gguf/file.h"
#include "widgets/gguf/exporter.h"

#include <QWidget>

#include <memory>
#include <optional>

class QAbstractItemView;
class QAction;
class QActionGroup;
class QStackedWidget;
class QTabWidget;

namespace lacuna::widgets {

class CheckPage;
class MessageBar;
class MetadataPage;
class ModelHeader;
class TensorPage;
class TokenPage;

/// The GGUF browser: header, metadata, tokens, tensors, one tensor's values, structural findings, export.
class ModelPage : public QWidget {
    Q_OBJECT
public:
    explicit ModelPage(QWidget* parent = nullptr);

    void setFile(std::shared_ptr<const gguf::File> file); ///< null: empty state
    void focusTable(); ///< so that arrow keys go through the rows that are shown
    void setRunnable(); ///< the engine loaded it
    void setNotRunnable(const Error& reason); ///< the engine cannot run it: shown with what it can run
    QList<QAction*> menuActions() const; ///< for the main window's Model menu

    /// Writes to `path`; what came of it stands in the message bar.
    void exportTo(Exporter::Format format, const QString& path);

    ModelHeader* header() const { return m_header; }
    MetadataPage* metadata() const { return m_metadata; }
    TokenPage* tokens() const { return m_tokens; }
    TensorPage* tensors() const { return m_tensors; }
    CheckPage* check() const { return m_check; }
    MessageBar* runNotice() const { return m_runNotice; } ///< why the file cannot be run, while it is shown
    MessageBar* messages() const { return m_messages; } ///< about exports

Q_SIGNALS:
    void openFileRequested();

private:
    enum Tab { Metadata, Tokens, Tensors, Check, TabCount };

    QWidget* makeEmptyState();
    QWidget* makeBrowser();
    void makeActions();
    void addTabAction(Tab tab, const QString& text, const QString& toolTip);
    void addExportAction(Exporter::Format format, const QString& text, const QString& suffix);
    void askWhereToExport(Exporter::Format format, const QString& suffix);
    void find();
    QAbstractItemView* currentView() const;
    void copy();

    std::shared_ptr<const gguf::File> m_file;
    QStackedWidget* m_stack; ///< empty state, browser
    MessageBar* m_messages;
    MessageBar* m_runNotice;
    ModelHeader* m_header;
    QTabWidget* m_tabs;
    MetadataPage* m_metadata;
    TokenPage* m_tokens;
    TensorPage* m_tensors;
    CheckPage* m_check;
    Exporter* m_exporter;
    QList<QAction*> m_actions;
};

} // namespace lacuna::widgets
