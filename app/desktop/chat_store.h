// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// INTERFACE SKETCH, the owner of widgets/chat completes it.

#include "error.h"
#include "widgets/models/conversation.h"

#include <QObject>
#include <QString>

#include <optional>

namespace lacuna::app {

/// Conversations in a SQLite file: written in transactions before an answer starts and after each of its blocks, so
/// that neither a crash nor a power cut loses more than the block being made. Many chats by id, though the window shows
/// one.
class ChatStore : public QObject {
    Q_OBJECT
public:
    explicit ChatStore(QObject* parent = nullptr);

    /// Opens or makes the database. A damaged one is set aside as "name.damaged-N" and a new one made; the returned
    /// sentence (empty: all is well) tells the user so.
    QString open(const QString& file);

    /// Stores the whole conversation and sets its id where it is new.
    Result<void> save(models::Conversation& conversation);
    /// The conversation that was worked on last, nothing if there is none.
    Result<std::optional<models::Conversation>> loadLatest();
};

} // namespace lacuna::app
