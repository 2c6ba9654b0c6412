// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace lacuna::app {

/// Lets the text cursor blink only for a while after the last key, click or change of focus, as some desktops do: then
/// it stays visible, and a window in which nothing happens does nothing. One for the program.
class CaretRest : public QObject {
    Q_OBJECT
public:
    explicit CaretRest(std::chrono::milliseconds after = std::chrono::seconds(10), QObject* parent = nullptr);
    ~CaretRest() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const int m_flashTime; ///< the system's, in ms for a whole blink
    QTimer m_rest; // single shot
};

} // namespace lacuna::app
