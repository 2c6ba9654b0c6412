// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QLockFile>
#include <QObject>

namespace lacuna::app {

/// One running program per user and data folder: the first start holds a lock file and listens on a local socket of the
/// user's own; a later one hands over the files it was asked to open and ends.
class SingleInstance : public QObject {
    Q_OBJECT
public:
    /// `lockFile` in a folder of the user's; its path also names the socket.
    explicit SingleInstance(const QString& lockFile, QObject* parent = nullptr);

    /// True in the first instance. A lock that a crashed program left is taken over.
    bool becomeFirst();
    /// Sends files (may be none: "come to the front") to the first instance; false when it does not answer within a
    /// second.
    bool handOver(const QStringList& files);

Q_SIGNALS:
    void filesRequested(const QStringList& files);

private:
    void readRequest();

    QLockFile m_lock;
    QString m_socketName;
    QLocalServer m_server;
};

} // namespace lacuna::app
