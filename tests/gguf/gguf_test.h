// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguf/file.h"

#include <QByteArray>
#include <QtTest>

#include <algorithm>

Q_DECLARE_METATYPE(lacuna::gguf::Finding::Severity)

/// Opens bytes that outlive the file; null where not even the header can be read.
inline std::shared_ptr<const lacuna::gguf::File> opened(const QByteArray& content)
{
    const auto bytes = std::as_bytes(std::span(content.data(), size_t(content.size())));
    return lacuna::gguf::File::openMemory(bytes).value_or(nullptr);
}

/// Opening temporary bytes would leave the file with a dangling view.
std::shared_ptr<const lacuna::gguf::File> opened(QByteArray&&) = delete;

/// The first finding of a kind in the catalogue of malformed files; null where there is none.
inline const lacuna::gguf::Finding* findingOf(const lacuna::gguf::File& file, int kind)
{
    const auto findings = file.findings();
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [kind](const lacuna::gguf::Finding& finding) { return finding.kind == kind; });
    return found == findings.end() ? nullptr : &*found;
}

inline bool hasFinding(const lacuna::gguf::File& file, int kind, lacuna::gguf::Finding::Severity severity)
{
    const auto findings = file.findings();
    return std::any_of(findings.begin(), findings.end(), [=](const lacuna::gguf::Finding& finding) {
        return finding.kind == kind && finding.severity == severity;
    });
}

/// A table of malformed files and what each must give. Rows are added with `malformed()`, checked with
/// `checkMalformed()`.
inline void malformedColumns()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("kind");
    QTest::addColumn<lacuna::gguf::Finding::Severity>("severity");
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<int>("keys");
    QTest::addColumn<int>("tensors");
}

struct Malformed {
    int kind; ///< of the finding that must be there
    lacuna::gguf::Finding::Severity severity = lacuna::gguf::Finding::Severity::Error;
    qint64 offset = -1; ///< of that finding; −1: any
    int keys = 0; ///< metadata entries that can be read all the same
    int tensors = 0; ///< tensor table entries that can be read all the same
};

/// Adds a row; `name` begins with the number of the kind.
inline void malformed(const char* name, const QByteArray& content, const Malformed& expected)
{
    QTest::newRow(name) << content << expected.kind << expected.severity << expected.offset << expected.keys
                        << expected.tensors;
}

inline void checkMalformed()
{
    QFETCH(QByteArray, content);
    QFETCH(int, kind);
    QFETCH(lacuna::gguf::Finding::Severity, severity);
    QFETCH(qint64, offset);
    QFETCH(int, keys);
    QFETCH(int, tensors);
    const auto file = opened(content);
    QVERIFY2(file, "the file must open for inspection");
    const lacuna::gguf::Finding* finding = findingOf(*file, kind);
    QVERIFY2(finding, "the finding is missing");
    QCOMPARE(finding->severity, severity);
    QVERIFY(finding->text.endsWith(u'.'));
    if (offset >= 0)
        QCOMPARE(finding->offset, std::optional<quint64>(quint64(offset)));
    QCOMPARE(int(file->metadata().size()), keys);
    QCOMPARE(int(file->tensors().size()), tensors);
    const auto runnable = file->checkRunnable();
    QCOMPARE(runnable.has_value(), severity != lacuna::gguf::Finding::Severity::Error);
    for (const lacuna::gguf::TensorInfo& info : file->tensors())
        QCOMPARE(file->data(info).has_value(), info.inFile);
}
