// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/chat_store.h"

#include "desktop/chat_database.h"

#include <QDateTime>
#include <QRandomGenerator>

namespace lacuna::app {

ChatStore::ChatStore(const QString& file, QObject* parent)
    : QObject(parent)
    , m_file(file)
    , m_context(new QObject)
    , m_database(std::make_unique<ChatDatabase>())
{
    m_thread.setObjectName(QStringLiteral("chats"));
    m_context->moveToThread(&m_thread);
    m_thread.start();
}

void ChatStore::open()
{
    QMetaObject::invokeMethod(m_context, [this] {
        if (const QString message = m_database->open(m_file); !message.isEmpty())
            Q_EMIT damageFound(message);
    });
}

ChatStore::~ChatStore()
{
    QMetaObject::invokeMethod(m_context, [this] {
        m_database.reset(); // on the thread that opened it
        m_context->deleteLater();
        m_thread.quit();
    });
    m_thread.wait(); // the one wait: at the end of the program, for what was asked for to be on the disk
}

qint64 ChatStore::newId()
{
    constexpr int RandomValues = 1024; // two chats of one millisecond, say of two running programs
    return QDateTime::currentMSecsSinceEpoch() * RandomValues + QRandomGenerator::global()->bounded(RandomValues);
}

void ChatStore::save(const models::Conversation& conversation)
{
    QMetaObject::invokeMethod(m_context, [this, conversation] {
        if (const auto id = m_database->save(conversation))
            Q_EMIT saved(*id);
        else
            Q_EMIT failed(id.error());
    });
}

void ChatStore::loadLatest()
{
    QMetaObject::invokeMethod(m_context, [this] {
        const auto conversation = m_database->loadLatest();
        if (!conversation)
            Q_EMIT damageFound(conversation.error().text());
        else if (*conversation)
            Q_EMIT loaded(**conversation);
    });
}

} // namespace lacuna::app
