// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds 47, 67 and 68 of docs/developer/malformed-files.md: what paths can be, and files that change while in use.
#include "gguf/gguf_test.h"
#include "support/gguf_writer.h"

#include <QDir>
#include <QTemporaryDir>

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace lacuna;
using namespace lacuna::gguf;
using namespace lacuna::support;
using quant::TensorType;

namespace {

constexpr quint64 s_pages = 64; // of 4096 bytes, in the one tensor

GgufWriter model()
{
    GgufWriter writer;
    writer.addTensor("t", TensorType::I8, {s_pages * 4096},
                     [](quint64, std::span<std::byte> out) { std::fill(out.begin(), out.end(), std::byte {7}); });
    return writer;
}

/// Tells Windows and Unix apart where the answer differs by right.
#ifdef Q_OS_UNIX
constexpr bool s_unix = true;
#else
constexpr bool s_unix = false;
#endif

} // namespace

class TestOpening : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_dir.isValid()); }

    void anyUnicodePath()
    {
        const QString folder = m_dir.filePath(QStringLiteral("Ordner mit Ümläuten 🤖"));
        QVERIFY(QDir().mkpath(folder));
        const QString path = folder + QStringLiteral("/модель 模型.gguf");
        QVERIFY(model().write(path));
        const auto file = File::open(path).value();
        QCOMPARE(file->path(), path);
        QCOMPARE(file->data(file->tensors()[0]).value().size(), size_t(s_pages * 4096));
    }

    void refused_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QString& path, const char* message) {
            QTest::newRow(name) << path << QString::fromUtf8(message);
        };
        row("#68 empty path", QString(), "the path is empty");
        row("#68 nothing there", m_dir.filePath(QStringLiteral("nothing.gguf")), "it does not exist");
        row("#68 zero character", m_dir.path() + QChar(0) + QStringLiteral("x"), "a zero character");
        row("#68 folder", m_dir.path(), "it is a folder");
        const QString empty = m_dir.filePath(QStringLiteral("empty.gguf"));
        QFile(empty).open(QIODevice::WriteOnly);
        row("#68 #1 empty file", empty, "it is empty");
#ifdef Q_OS_UNIX
        const QString fifo = m_dir.filePath(QStringLiteral("fifo"));
        mkfifo(QFile::encodeName(fifo).constData(), 0600);
        row("#68 pipe", fifo, "it is a pipe");
        row("#68 device", QStringLiteral("/dev/zero"), "it is a device");
        const QString dangling = m_dir.filePath(QStringLiteral("dangling"));
        QFile::link(m_dir.filePath(QStringLiteral("gone")), dangling);
        row("#68 dangling link", dangling, "a symbolic link to a file that does not exist");
        const QString loop = m_dir.filePath(QStringLiteral("loop"));
        QFile::link(loop, loop);
        row("#68 link to itself", loop, "lead in a circle");
#endif
    }

    void refused()
    {
        QFETCH(QString, path);
        QFETCH(QString, message);
        const auto file = File::open(path);
        QVERIFY(!file);
        QVERIFY2(file.error().message.contains(message), qPrintable(file.error().message));
        QVERIFY(file.error().message.endsWith(u'.'));
    }

#ifdef Q_OS_UNIX
    void withoutPermission()
    {
        const QString path = m_dir.filePath(QStringLiteral("secret.gguf"));
        QVERIFY(model().write(path));
        QVERIFY(chmod(QFile::encodeName(m_dir.path()).constData(), 0755) == 0);
        QVERIFY(chmod(QFile::encodeName(path).constData(), 0) == 0);
        const uid_t self = geteuid();
        constexpr uid_t s_nobody = 65534;
        if (self == 0) // root may read everything, so be nobody for a moment
            QVERIFY(seteuid(s_nobody) == 0);
        const auto file = File::open(path);
        QVERIFY(seteuid(self) == 0);
        QVERIFY(!file);
        QCOMPARE(file.error().code, Error::Code::Io);
        QVERIFY2(file.error().message.contains(QStringLiteral("Permission denied")), qPrintable(file.error().message));
    }
#endif

    void oneBadFileInAFolder()
    {
        // #67: whoever lists a folder gets one error a bad file, and all the good ones.
        const QDir folder(m_dir.filePath(QStringLiteral("models")));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        QVERIFY(model().write(folder.filePath(QStringLiteral("a.gguf"))));
        QFile bad(folder.filePath(QStringLiteral("b.gguf")));
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write(ByteBuilder().header(~quint64(0), ~quint64(0)).bytes());
        bad.close();
        QVERIFY(model().write(folder.filePath(QStringLiteral("c.gguf"))));
        QStringList runnable;
        for (const QString& name : folder.entryList(QDir::Files)) {
            const auto file = File::open(folder.filePath(name));
            if (file && (*file)->checkRunnable())
                runnable.append(name);
        }
        QCOMPARE(runnable, (QStringList {QStringLiteral("a.gguf"), QStringLiteral("c.gguf")}));
    }

    void shrinksWhileOpen()
    {
        const QString path = m_dir.filePath(QStringLiteral("shrinks.gguf"));
        QVERIFY(model().write(path));
        const auto file = File::open(path).value();
        QVERIFY(file->checkUnchanged());
        const auto data = file->data(file->tensors()[0]).value();
        if (!QFile(path).resize(8192)) {
            QVERIFY(!s_unix); // Windows does not let it happen
            return;
        }
        const auto changed = file->checkUnchanged();
        QVERIFY(!changed);
        QCOMPARE(changed.error().code, Error::Code::Io);
        QVERIFY(changed.error().message.contains(QStringLiteral("now has 8192")));
        // #47: pages that are gone read as zeros.
        quint64 sum = 0;
        for (const std::byte byte : data)
            sum += std::to_integer<quint64>(byte);
        QVERIFY(sum > 0 && sum < 8192 * 7);
        QVERIFY(!file->checkUnchanged());
    }

    void damageIsRememberedWhenTheFileGrowsBack()
    {
        const QString path = m_dir.filePath(QStringLiteral("growsback.gguf"));
        QVERIFY(model().write(path));
        const auto file = File::open(path).value();
        const auto data = file->data(file->tensors()[0]).value();
        const qint64 size = QFileInfo(path).size();
        if (!QFile(path).resize(4096)) {
            QVERIFY(!s_unix);
            return;
        }
        QCOMPARE(std::to_integer<int>(data.back()), 0); // a read while it is short
        QVERIFY(QFile(path).resize(size));
        QVERIFY(!file->checkUnchanged());
    }

    void othersAreNotAffected()
    {
        const QString path = m_dir.filePath(QStringLiteral("one.gguf"));
        const QString other = m_dir.filePath(QStringLiteral("other.gguf"));
        QVERIFY(model().write(path) && model().write(other));
        const auto sound = File::open(other).value();
        {
            const auto file = File::open(path).value();
            if (QFile(path).resize(4096))
                QCOMPARE(std::to_integer<int>(file->data(file->tensors()[0]).value().back()), 0);
        }
        QVERIFY(sound->checkUnchanged());
        // The guard of a closed file is used again, and starts without its damage.
        QVERIFY(model().write(path));
        QVERIFY(File::open(path).value()->checkUnchanged());
    }

    void replacedFileStaysReadable()
    {
        const QString path = m_dir.filePath(QStringLiteral("replaced.gguf"));
        QVERIFY(model().write(path));
        const auto file = File::open(path).value();
        if (!GgufWriter().write(path)) { // writes beside it and renames
            QVERIFY(!s_unix);
            return;
        }
        QVERIFY(file->checkUnchanged());
        QCOMPARE(std::to_integer<int>(file->data(file->tensors()[0]).value().back()), 7);
    }

private:
    QTemporaryDir m_dir;
};

QTEST_APPLESS_MAIN(TestOpening)
#include "test_opening.moc"
