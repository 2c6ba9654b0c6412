// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/markdown_view.h"

#include <QDesktopServices>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QWheelEvent>

#include <cmath>

namespace lacuna::widgets {

MarkdownView::MarkdownView(QWidget* parent)
    : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setTabChangesFocus(true);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
    connect(this, &QTextBrowser::anchorClicked, this, [](const QUrl& url) {
        if (url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https"))
            QDesktopServices::openUrl(url);
    });
}

void MarkdownView::setText(const QString& markdown)
{
    document()->setMarkdown(markdown,
                            QTextDocument::MarkdownFeatures(QTextDocument::MarkdownNoHTML)
                                | QTextDocument::MarkdownDialectGitHub);
    setAccessibleDescription(document()->toPlainText());
    fit();
}

void MarkdownView::setPlainText(const QString& text)
{
    document()->setPlainText(text);
    setAccessibleDescription(text);
    fit();
}

QVariant MarkdownView::loadResource(int type, const QUrl& name)
{
    Q_UNUSED(type)
    Q_UNUSED(name)
    return {};
}

QSize MarkdownView::sizeHint() const
{
    return {400, int(std::ceil(document()->size().height()))};
}

QSize MarkdownView::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

void MarkdownView::fit()
{
    document()->setTextWidth(viewport()->width());
    setFixedHeight(int(std::ceil(document()->size().height())) + 2);
}

void MarkdownView::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    fit();
}

void MarkdownView::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void MarkdownView::wheelEvent(QWheelEvent* event)
{
    event->ignore(); // the conversation scrolls, not its parts
}

} // namespace lacuna::widgets
