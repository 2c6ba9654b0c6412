// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/chat_database.h"

#include "widgets/models/answer_archive.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

namespace lacuna::app {

using tokenizer::ChatMessage;

namespace {

constexpr int SchemaVersion = 1;
const char* const Schema[] = {
    "CREATE TABLE IF NOT EXISTS chats (id INTEGER PRIMARY KEY, title TEXT NOT NULL, created INTEGER NOT NULL, "
    "updated INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS messages (chat INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE, "
    "position INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL, answer TEXT, trace BLOB, "
    "PRIMARY KEY (chat, position))",
    "CREATE INDEX IF NOT EXISTS chats_by_update ON chats (updated)",
};

QString translated(const char* text)
{
    return QCoreApplication::translate("ChatDatabase", text);
}

QString roleName(ChatMessage::Role role)
{
    switch (role) {
    case ChatMessage::Role::System:
        return QStringLiteral("system");
    case ChatMessage::Role::User:
        return QStringLiteral("user");
    case ChatMessage::Role::Assistant:
        return QStringLiteral("assistant");
    }
    return {};
}

ChatMessage::Role roleFrom(const QString& name)
{
    if (name == QLatin1String("system"))
        return ChatMessage::Role::System;
    return name == QLatin1String("assistant") ? ChatMessage::Role::Assistant : ChatMessage::Role::User;
}

QString connectionName(const void* owner)
{
    return QStringLiteral("chats-%1").arg(quintptr(owner), 0, 16);
}

} // namespace

ChatDatabase::~ChatDatabase()
{
    const QString name = m_database.connectionName();
    m_database = QSqlDatabase();
    if (!name.isEmpty())
        QSqlDatabase::removeDatabase(name);
}

QString ChatDatabase::open(const QString& file)
{
    m_file = file;
    const Opening opening = openFile(file);
    if (opening == Opening::Good)
        return {};
    if (opening == Opening::Unreachable)
        return translated("Chats cannot be saved: %1 cannot be read and written (%2). Check that the folder exists and "
                          "that you may write to it, then start again.")
            .arg(QDir::toNativeSeparators(file), m_database.lastError().databaseText());
    return replace(file, opening);
}

QString ChatDatabase::replace(const QString& file, Opening why)
{
    const QString mark = why == Opening::Newer ? QStringLiteral("newer") : QStringLiteral("damaged");
    QString aside;
    for (int n = 1; aside.isEmpty() || QFileInfo::exists(aside); ++n)
        aside = QStringLiteral("%1.%2-%3").arg(file, mark).arg(n);
    m_database.close();
    for (const QString& companion : {QStringLiteral("-journal"), QStringLiteral("-wal"), QStringLiteral("-shm")})
        QFile::rename(file + companion, aside + companion); // what SQLite would need to repair it
    if (!QFile::rename(file, aside) || openFile(file) != Opening::Good)
        return translated("Chats cannot be saved: %1 cannot be used and cannot be set aside. Move it away, then start "
                          "again.")
            .arg(QDir::toNativeSeparators(file));
    const QString sentence = why == Opening::Newer
        ? translated(
            "Saved chats were written by a newer version of Lacuna. They are kept as %1; this version started a "
            "new file.")
        : translated("The file of saved chats was damaged. It is kept as %1, and a new one was started.");
    return sentence.arg(QDir::toNativeSeparators(aside));
}

ChatDatabase::Opening ChatDatabase::openFile(const QString& file)
{
    if (!m_database.isValid())
        m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connectionName(this));
    m_database.setDatabaseName(file);
    if (!m_database.open())
        return Opening::Unreachable;
    QSqlQuery query(m_database);
    if (const Opening opening = check(query); opening != Opening::Good)
        return opening;
    bool made = query.exec(QStringLiteral("PRAGMA foreign_keys = ON"))
        && query.exec(QStringLiteral("PRAGMA synchronous = FULL"));
    for (const char* statement : Schema)
        made = made && query.exec(QString::fromLatin1(statement));
    made = made && query.exec(QStringLiteral("PRAGMA user_version = %1").arg(SchemaVersion));
    return made ? Opening::Good : openingFrom(query.lastError());
}

ChatDatabase::Opening ChatDatabase::check(QSqlQuery& query)
{
    if (!query.exec(QStringLiteral("PRAGMA quick_check(1)")) || !query.next())
        return openingFrom(query.lastError());
    if (query.value(0).toString() != QLatin1String("ok"))
        return Opening::Damaged;
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next())
        return openingFrom(query.lastError());
    return query.value(0).toInt() > SchemaVersion ? Opening::Newer : Opening::Good;
}

/// Only what SQLite itself calls corrupt is damage; a lock, a full disk or a missing permission is none.
ChatDatabase::Opening ChatDatabase::openingFrom(const QSqlError& error)
{
    constexpr int Corrupt = 11; // https://www.sqlite.org/rescode.html, the low byte
    constexpr int NotADatabase = 26;
    const int code = error.nativeErrorCode().toInt() & 0xff;
    return code == Corrupt || code == NotADatabase ? Opening::Damaged : Opening::Unreachable;
}

tl::unexpected<Error> ChatDatabase::failed(const QString& what) const
{
    return failure(Error::Code::Io, translated("%1: %2 (%3)").arg(what, m_database.lastError().text(), m_file), {},
                   m_file);
}

Result<qint64> ChatDatabase::save(const models::Conversation& conversation)
{
    if (!m_database.transaction())
        return failed(translated("The chat could not be saved"));
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("INSERT INTO chats (id, title, created, updated) VALUES (?, ?, ?, ?) ON CONFLICT (id) "
                                 "DO UPDATE SET title = excluded.title, updated = excluded.updated"));
    query.addBindValue(conversation.id != 0 ? QVariant(conversation.id) : QVariant());
    query.addBindValue(conversation.title.isNull() ? QStringLiteral("") : conversation.title);
    query.addBindValue(now);
    query.addBindValue(now);
    bool good = query.exec();
    const qint64 id = conversation.id != 0 ? conversation.id : query.lastInsertId().toLongLong();
    for (size_t i = 0; good && i < conversation.messages.size(); ++i)
        good = saveMessage(id, int(i), conversation.messages[i]);
    if (good) {
        query.prepare(QStringLiteral("DELETE FROM messages WHERE chat = ? AND position >= ?"));
        query.addBindValue(id);
        query.addBindValue(qint64(conversation.messages.size()));
        good = query.exec();
    }
    if (!good || !m_database.commit()) {
        const auto error = failed(translated("The chat could not be saved"));
        m_database.rollback();
        return error;
    }
    return id;
}

bool ChatDatabase::saveMessage(qint64 chat, int position, const models::Message& message)
{
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("SELECT text, trace IS NOT NULL FROM messages WHERE chat = ? AND position = ?"));
    query.addBindValue(chat);
    query.addBindValue(position);
    const bool traced = message.answer && message.answer->complete && !message.answer->frames.empty();
    if (query.exec() && query.next() && query.value(0).toString() == message.text && query.value(1).toBool() && traced)
        return true; // a finished answer does not change any more
    query.prepare(QStringLiteral("INSERT OR REPLACE INTO messages (chat, position, role, text, answer, trace) "
                                 "VALUES (?, ?, ?, ?, ?, ?)"));
    query.addBindValue(chat);
    query.addBindValue(position);
    query.addBindValue(roleName(message.role));
    query.addBindValue(message.text.isNull() ? QStringLiteral("") : message.text);
    const bool answered = message.answer != nullptr;
    query.addBindValue(answered ? QVariant(QString::fromUtf8(
                           QJsonDocument(models::answerToJson(*message.answer)).toJson(QJsonDocument::Compact)))
                                : QVariant());
    query.addBindValue(traced ? QVariant(models::packTrace(*message.answer)) : QVariant());
    return query.exec();
}

Result<std::optional<models::Conversation>> ChatDatabase::loadLatest() const
{
    QSqlQuery query(m_database);
    if (!query.exec(QStringLiteral("SELECT id, title FROM chats ORDER BY updated DESC, id DESC LIMIT 1")))
        return failed(translated("The last chat could not be read"));
    if (!query.next())
        return std::nullopt;
    models::Conversation conversation;
    conversation.id = query.value(0).toLongLong();
    conversation.title = query.value(1).toString();
    query.prepare(QStringLiteral("SELECT role, text, answer, trace FROM messages WHERE chat = ? ORDER BY position"));
    query.addBindValue(conversation.id);
    if (!query.exec())
        return failed(translated("The last chat could not be read"));
    while (query.next()) {
        models::Message message;
        message.role = roleFrom(query.value(0).toString());
        message.text = query.value(1).toString();
        if (!query.value(2).isNull()) {
            const QByteArray json = query.value(2).toString().toUtf8();
            auto answer =
                std::make_shared<models::Answer>(models::answerFromJson(QJsonDocument::fromJson(json).object()));
            answer->text = message.text;
            models::unpackTrace(query.value(3).toByteArray(), *answer);
            message.answer = std::move(answer);
        }
        conversation.messages.push_back(std::move(message));
    }
    return conversation;
}

} // namespace lacuna::app
