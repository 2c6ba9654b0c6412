// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "widgets/models/conversation.h"

#include <QObject>
#include <QThread>

#include <memory>

namespace lacuna::app {

class ChatDatabase;

/// The GUI thread's end of the chat database, which lives on a thread of its own: a slow disk never stops the window.
/// Answers come as signals, in the order of the calls.
class ChatStore : public QObject {
    Q_OBJECT
public:
    explicit ChatStore(const QString& file, QObject* parent = nullptr);
    ~ChatStore() override; ///< finishes what was asked for

    void open(); ///< before anything else, but after damageFound() is connected

    /// An id for a conversation that has none: made without the file, so that it holds from its first save on.
    static qint64 newId();
    void save(const models::Conversation& conversation);
    void loadLatest();

Q_SIGNALS:
    void damageFound(const QString& message); ///< at the start: what was set aside, or cannot be read
    void saved(qint64 id); ///< or failed(), once for each save()
    void failed(const lacuna::Error& error);
    void loaded(const lacuna::models::Conversation& conversation); ///< not sent where there is none

private:
    const QString m_file;
    QThread m_thread;
    QObject* m_context; // lives on m_thread: what it is asked for runs there
    std::unique_ptr<ChatDatabase> m_database; // used on m_thread only
};

} // namespace lacuna::app
