// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/single_instance.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QIODevice>
#include <QLocalSocket>

namespace lacuna::app {

namespace {

constexpr int AnswerTimeoutMs = 1000;
constexpr qint64 LargestRequest = 1 << 20; // bytes; more is nobody's list of files

QString socketNameFor(const QString& lockFile)
{
    const QByteArray hash = QCryptographicHash::hash(lockFile.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return QStringLiteral("lacuna-") + QString::fromLatin1(hash);
}

} // namespace

SingleInstance::SingleInstance(const QString& lockFile, QObject* parent)
    : QObject(parent)
    , m_lock(lockFile)
    , m_socketName(socketNameFor(lockFile))
{
    m_lock.setStaleLockTime(0); // only a dead process makes a lock stale, however long the program runs
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::readRequest);
}

bool SingleInstance::becomeFirst()
{
    if (!m_lock.tryLock(0))
        return false;
    QLocalServer::removeServer(m_socketName); // a crashed program leaves its socket file
    m_server.listen(m_socketName);
    return true;
}

bool SingleInstance::handOver(const QStringList& files)
{
    QLocalSocket socket;
    socket.connectToServer(m_socketName);
    if (!socket.waitForConnected(AnswerTimeoutMs))
        return false;
    QByteArray request;
    QDataStream stream(&request, QIODevice::WriteOnly);
    stream << files;
    socket.write(request);
    if (!socket.waitForBytesWritten(AnswerTimeoutMs))
        return false;
    socket.disconnectFromServer();
    return socket.state() == QLocalSocket::UnconnectedState || socket.waitForDisconnected(AnswerTimeoutMs);
}

void SingleInstance::readRequest()
{
    while (QLocalSocket* socket = m_server.nextPendingConnection()) {
        const auto read = [this, socket] {
            QDataStream stream(socket);
            stream.startTransaction();
            QStringList files;
            stream >> files;
            if (stream.commitTransaction())
                Q_EMIT filesRequested(files);
            else if (socket->bytesAvailable() > LargestRequest)
                socket->abort();
        };
        connect(socket, &QLocalSocket::readyRead, this, read);
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        if (socket->bytesAvailable() > 0)
            read();
    }
}

} // namespace lacuna::app
