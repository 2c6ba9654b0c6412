// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/architecture.h"

#include <QtTest>

Q_DECLARE_METATYPE(lacuna::Error::Code)

namespace lacuna::test {

/// A table of files that no model can be made of, and what must be said of them. Rows are added with refused(), each
/// named after its number in the catalogue of malformed files, and checked with checkRefused().
inline void refusedColumns()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<Error::Code>("code");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<QString>("phrase");
}

inline void refused(const char* name, const QByteArray& content, Error::Code code, const char* subject,
                    const char* phrase)
{
    QTest::newRow(name) << content << code << QString::fromUtf8(subject) << QString::fromUtf8(phrase);
}

inline Result<model::Description> describeBytes(const QByteArray& content)
{
    const auto file = gguf::File::openMemory(std::as_bytes(std::span(content.data(), std::size_t(content.size()))));
    if (!file)
        return tl::unexpected(file.error());
    return model::describe(**file);
}

inline void checkRefused()
{
    QFETCH(QByteArray, content);
    QFETCH(Error::Code, code);
    QFETCH(QString, subject);
    QFETCH(QString, phrase);
    const auto description = describeBytes(content);
    QVERIFY2(!description, "accepted");
    const Error& error = description.error();
    QVERIFY2(error.message.contains(phrase), qPrintable(error.message));
    QVERIFY2(error.code == code, qPrintable(error.message));
    QCOMPARE(error.subject, subject);
    QVERIFY2(error.message.endsWith(u'.') && error.message.size() < 1000, qPrintable(error.message));
}

/// A table of files that are to run, with what their warnings say; an empty phrase: that there are none.
inline void acceptedColumns()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("phrase");
}

inline void accepted(const char* name, const QByteArray& content, const char* phrase = "")
{
    QTest::newRow(name) << content << QString::fromUtf8(phrase);
}

inline void checkAccepted()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, phrase);
    const auto description = describeBytes(content);
    QVERIFY2(description, qPrintable(description ? QString() : description.error().message));
    const QString warnings = description->warnings.join(u' ');
    QVERIFY2(phrase.isEmpty() ? warnings.isEmpty() : warnings.contains(phrase), qPrintable(warnings));
}

} // namespace lacuna::test
