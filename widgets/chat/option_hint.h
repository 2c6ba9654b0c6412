// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace lacuna::widgets {

/// The line below an option that explains it. Where the option had to be corrected, the line tells that instead, on a
/// ground that catches the eye; it stays as high as before, so that nothing moves under the pointer.
class OptionHint : public QLabel {
    Q_OBJECT
public:
    /// `field` gets the text as its tool tip and its accessible description.
    OptionHint(QWidget* field, const QString& explanation, QWidget* parent = nullptr);

    void setCorrection(const QString& correction); ///< empty: explains again
    bool isCorrection() const { return m_isCorrection; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* m_field;
    QString m_explanation;
    bool m_isCorrection = false;
};

} // namespace lacuna::widgets
