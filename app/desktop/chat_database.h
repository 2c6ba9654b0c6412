// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "widgets/models/conversation.h"

#include <QSqlDatabase>
#include <QString>

#include <optional>

namespace lacuna::app {

/// Conversations in a SQLite file. Every save is one transaction, so neither a crash nor a power cut leaves half of
/// one. Belongs to the thread that opened it.
///
///   chats    (id, title, created, updated)                       times in ms since 1970, UTC
///   messages (chat, position, role, text, answer, trace)         answer: JSON; trace: see models::packTrace()
class ChatDatabase {
public:
    ChatDatabase() = default;
    ~ChatDatabase();
    Q_DISABLE_COPY_MOVE(ChatDatabase)

    /// Opens or makes the file. A damaged one is set aside as "name.damaged-N" and a new one made: the sentence that is
    /// returned (empty: all is well) tells the user so.
    QString open(const QString& file);

    /// Stores the whole conversation; the result is its id, new where it had none.
    Result<qint64> save(const models::Conversation& conversation);
    /// The conversation that was worked on last, nothing if there is none. Damaged parts are left out.
    Result<std::optional<models::Conversation>> loadLatest() const;

private:
    bool openFile(const QString& file);
    bool saveMessage(qint64 chat, int position, const models::Message& message);
    tl::unexpected<Error> failed(const QString& what) const;

    QSqlDatabase m_database;
    QString m_file;
};

} // namespace lacuna::app
