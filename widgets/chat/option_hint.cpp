// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/option_hint.h"

#include "widgets/common/derived_font.h"
#include "widgets/common/message_bar.h"

#include <QPainter>

#include <algorithm>

namespace lacuna::widgets {

namespace {

constexpr int Edge = 6; ///< left of the text, for the coloured edge of a correction

} // namespace

OptionHint::OptionHint(QWidget* field, const QString& explanation, QWidget* parent)
    : QLabel(explanation, parent)
    , m_field(field)
    , m_explanation(explanation)
{
    setWordWrap(true);
    scaleFont(this, 0.9);
    setCorrection({});
}

void OptionHint::setCorrection(const QString& correction)
{
    m_isCorrection = !correction.isEmpty();
    setContentsMargins(m_isCorrection ? Edge : 0, 0, 0, 0);
    setText(m_isCorrection ? correction : m_explanation);
    setForegroundRole(m_isCorrection ? QPalette::WindowText : QPalette::PlaceholderText);
    m_field->setToolTip(m_explanation);
    m_field->setAccessibleDescription(m_isCorrection ? correction + QLatin1Char(' ') + m_explanation : m_explanation);
    update();
}

int OptionHint::heightForWidth(int width) const
{
    const QRect room(0, 0, width, QWIDGETSIZE_MAX);
    const int explanation = fontMetrics().boundingRect(room, Qt::TextWordWrap, m_explanation).height();
    return std::max(QLabel::heightForWidth(width), explanation);
}

void OptionHint::paintEvent(QPaintEvent* event)
{
    if (m_isCorrection) {
        QPainter painter(this);
        MessageBar::paintGround(painter, rect(), MessageBar::Severity::Warning, palette());
    }
    QLabel::paintEvent(event);
}

} // namespace lacuna::widgets
