// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/chat_database.h"
#include "widgets/frames.h"

#include <QDir>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace lacuna;
using app::ChatDatabase;
using tokenizer::ChatMessage;

namespace {

models::Conversation makeConversation()
{
    auto answer = std::make_shared<models::Answer>();
    answer->text = QStringLiteral("Paris \U0001F600");
    answer->complete = true;
    answer->frames = {test::makeFrame(0, 4, 2), test::makeFrame(1, 4, 4)};
    models::Conversation conversation;
    conversation.title = QStringLiteral("Capital");
    conversation.messages.push_back({ChatMessage::Role::User, QStringLiteral("What is it?"), nullptr});
    conversation.messages.push_back({ChatMessage::Role::Assistant, answer->text, answer});
    return conversation;
}

/// Does to the file what another program, or an accident, could do.
void change(const QString& file, const QString& statement)
{
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("change"));
        database.setDatabaseName(file);
        QVERIFY(database.open());
        QSqlQuery query(database);
        QVERIFY2(query.exec(statement), qPrintable(query.lastError().text()));
    }
    QSqlDatabase::removeDatabase(QStringLiteral("change"));
}

} // namespace

class TestChatDatabase : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aConversationComesBack()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("chats \u00fc.sqlite"));
        {
            ChatDatabase database;
            QCOMPARE(database.open(file), QString());
            QVERIFY(!database.loadLatest()->has_value());
            QVERIFY(database.save(makeConversation()).has_value());
        }
        ChatDatabase database;
        QCOMPARE(database.open(file), QString());
        const auto latest = database.loadLatest();
        QVERIFY(latest && *latest);
        QCOMPARE((*latest)->title, QStringLiteral("Capital"));
        QCOMPARE((*latest)->messages.size(), size_t(2));
        QCOMPARE((*latest)->messages[0].role, ChatMessage::Role::User);
        QCOMPARE((*latest)->messages[1].text, QStringLiteral("Paris \U0001F600"));
        QCOMPARE((*latest)->messages[1].answer->frames.size(), size_t(2));
    }

    void savingAgainReplacesAndShortens()
    {
        QTemporaryDir folder;
        ChatDatabase database;
        database.open(folder.filePath(QStringLiteral("chats.sqlite")));
        models::Conversation conversation = makeConversation();
        conversation.id = *database.save(conversation);
        conversation.messages.resize(1);
        conversation.messages[0].text = QStringLiteral("edited");
        QCOMPARE(*database.save(conversation), conversation.id);
        const auto latest = database.loadLatest();
        QCOMPARE((*latest)->messages.size(), size_t(1));
        QCOMPARE((*latest)->messages[0].text, QStringLiteral("edited"));
    }

    void manyChatsFitAndTheLatestIsTheOneWorkedOnLast()
    {
        QTemporaryDir folder;
        ChatDatabase database;
        database.open(folder.filePath(QStringLiteral("chats.sqlite")));
        const qint64 first = *database.save(makeConversation());
        const qint64 second = *database.save(makeConversation());
        QVERIFY(first != second);
        QCOMPARE((*database.loadLatest())->id, second);
    }

    void aDamagedFileIsSetAside_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("zeros, as after a power cut") << QByteArray(4096, '\0');
        QTest::newRow("another format") << QByteArray("{\"chats\": []}");
        QTest::newRow("cut") << QByteArray("SQLite format 3\0\x10\x00", 18);
    }
    void aDamagedFileIsSetAside()
    {
        QFETCH(QByteArray, bytes);
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("chats.sqlite"));
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        ChatDatabase database;
        const QString message = database.open(name);
        QVERIFY2(message.contains(QStringLiteral("damaged-1")), qPrintable(message));
        QFile aside(name + QStringLiteral(".damaged-1"));
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), bytes);
        QVERIFY(database.save(makeConversation()).has_value());
    }

    void oneOfANewerVersionIsKeptAsItIs()
    {
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("chats.sqlite"));
        {
            ChatDatabase database;
            QCOMPARE(database.open(name), QString());
            QVERIFY(database.save(makeConversation()).has_value());
        }
        change(name, QStringLiteral("PRAGMA user_version = 99"));
        ChatDatabase database;
        const QString message = database.open(name);
        QVERIFY2(message.contains(QStringLiteral("newer version")), qPrintable(message));
        QVERIFY(QFile::exists(name + QStringLiteral(".newer-1")));
        QVERIFY(database.save(makeConversation()).has_value());
    }

    void whatCannotBeReachedIsNoDamage()
    {
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("chats.sqlite"));
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("chats.sqlite"))); // nothing that SQLite could open
        ChatDatabase database;
        QVERIFY(!database.open(name).isEmpty());
        QVERIFY(QFileInfo(name).isDir()); // and nothing was set aside
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 1);
    }

    void damagedPartsOfAChatAreLeftOut()
    {
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("chats.sqlite"));
        {
            ChatDatabase database;
            QCOMPARE(database.open(name), QString());
            QVERIFY(database.save(makeConversation()).has_value());
        }
        change(name,
               QStringLiteral("UPDATE messages SET answer = '{\"figures\": null, \"settings\": [', "
                              "trace = x'00ff00ff' WHERE position = 1"));
        change(name, QStringLiteral("UPDATE messages SET role = 'oracle' WHERE position = 0"));
        ChatDatabase database;
        QCOMPARE(database.open(name), QString());
        const auto latest = database.loadLatest();
        QVERIFY(latest && *latest);
        QCOMPARE((*latest)->messages.size(), size_t(2));
        QCOMPARE((*latest)->messages[1].text, QStringLiteral("Paris \U0001F600"));
        QVERIFY((*latest)->messages[1].answer->frames.empty());
    }

    void aFolderThatIsNotThereIsASentence()
    {
        ChatDatabase database;
        QVERIFY(!database.open(QStringLiteral("/proc/nowhere/chats.sqlite")).isEmpty());
        QVERIFY(!database.save(makeConversation()).has_value());
    }
};

QTEST_GUILESS_MAIN(TestChatDatabase)
#include "test_chat_database.moc"
