// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/caret_rest.h"

#include <QApplication>
#include <QEvent>

namespace lacuna::app {

CaretRest::CaretRest(std::chrono::milliseconds after, QObject* parent)
    : QObject(parent)
    , m_flashTime(QApplication::cursorFlashTime())
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(after);
    connect(&m_rest, &QTimer::timeout, this, [] { QApplication::setCursorFlashTime(0); });
    m_rest.start();
    qApp->installEventFilter(this);
}

CaretRest::~CaretRest()
{
    QApplication::setCursorFlashTime(m_flashTime);
}

bool CaretRest::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::FocusIn:
    case QEvent::InputMethod:
        QApplication::setCursorFlashTime(m_flashTime);
        m_rest.start();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lacuna::app
