// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

class QLabel;
class QToolButton;
class QHBoxLayout;
class QAction;

namespace lacuna::widgets {

/// A bar at the top of a page that says what happened, why, and what to do, without stopping anybody's work.
/// Text is selectable; details, where given, go to the clipboard by a button. Hidden until show…() and after Close.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    enum class Severity { Information, Warning, Error };
    Q_ENUM(Severity)

    explicit MessageBar(QWidget* parent = nullptr);

    /// Replaces what the bar says. `details`: technical text for "Copy details", may be empty.
    void showMessage(Severity severity, const QString& text, const QString& details = {});
    /// A button for something that the user can do about it; gone with the next message. The bar does not own the
    /// action.
    void addAction(QAction* action);
    void dismiss();

    QString text() const;
    Severity severity() const { return m_severity; }

    /// The ground of a message: tinted, with an edge in the colour of its severity.
    static void paintGround(QPainter& painter, const QRect& rect, Severity severity, const QPalette& palette);

Q_SIGNALS:
    void dismissed();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void updateIcon();

    Severity m_severity = Severity::Information;
    QString m_details;
    QLabel* m_icon;
    QLabel* m_text;
    QHBoxLayout* m_actionLayout;
    QToolButton* m_copy;
    QToolButton* m_close;
};

} // namespace lacuna::widgets
