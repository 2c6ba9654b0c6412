// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "error.h"
#include "widgets/models/conversation.h"

#include <QSqlDatabase>
#include <QString>

#include <optional>

class QSqlError;
class QSqlQuery;

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

    /// Opens or makes the file. One that is damaged, or that a newer version wrote, is set aside under another name and
    /// a new one made: the sentence that is returned (empty: all is well) tells the user so. One that cannot be reached
    /// (locked, no permission) is left alone.
    QString open(const QString& file);

    /// Stores the whole conversation under its id; the result is that id, a new one where it had none.
    Result<qint64> save(const models::Conversation& conversation);
    /// The conversation that was worked on last, nothing if there is none. Damaged parts are left out.
    Result<std::optional<models::Conversation>> loadLatest() const;

private:
    enum class Opening { Good, Damaged, Newer, Unreachable };
    Opening openFile(const QString& file);
    static Opening check(QSqlQuery& query);
    static Opening openingFrom(const QSqlError& error);
    QString replace(const QString& file, Opening why);
    bool saveMessage(qint64 chat, int position, const models::Message& message);
    tl::unexpected<Error> failed(const QString& what) const;

    QSqlDatabase m_database;
    QString m_file;
};

} // namespace lacuna::app
