// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace lacuna::widgets {

/// Markdown, or plain text, as read-only text that is as tall as its content. A model's words are untrusted: HTML stays
/// text, nothing is loaded from files or network, and a link opens only when it is clicked.
class MarkdownView : public QTextBrowser {
    Q_OBJECT
public:
    explicit MarkdownView(QWidget* parent = nullptr);

    void setText(const QString& markdown);
    void setPlainText(const QString& text); ///< as it is; long words break, too

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void fit();
};

} // namespace lacuna::widgets
