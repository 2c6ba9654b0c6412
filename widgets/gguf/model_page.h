// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of widgets/gguf completes it.

#include "error.h"
#include "gguf/file.h"

#include <QWidget>

#include <memory>

namespace lacuna::widgets {

/// The GGUF browser: header, metadata, tokens, tensors, one tensor's values, structural findings, export.
class ModelPage : public QWidget {
    Q_OBJECT
public:
    explicit ModelPage(QWidget* parent = nullptr);

    void setFile(std::shared_ptr<const gguf::File> file); ///< null: empty state
    void setRunnable(); ///< the engine loaded it
    void setNotRunnable(const Error& reason); ///< the engine cannot run it: shown with what it can run
    QList<QAction*> menuActions() const; ///< for the main window's Model menu

Q_SIGNALS:
    void openFileRequested();
};

} // namespace lacuna::widgets
