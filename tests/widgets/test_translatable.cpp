// SPDX-License-Identifier: GPL-3.0-or-later
// Every word that a person reads must go through tr(): looks for literals that do not in the calls that show text.
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

namespace {

/// The arguments of a call: from after its opening parenthesis to the one that closes it.
QString arguments(const QString& source, qsizetype begin)
{
    int depth = 1;
    bool inString = false;
    qsizetype at = begin;
    for (; at < source.size() && depth > 0; ++at) {
        const QChar c = source[at];
        if (c == u'\\')
            ++at;
        else if (c == u'"')
            inString = !inString;
        else if (!inString && c == u'(')
            ++depth;
        else if (!inString && c == u')')
            --depth;
    }
    return source.mid(begin, at - begin - 1);
}

/// Without the calls of this name, arguments and all.
QString without(QString text, const QRegularExpression& call)
{
    for (QRegularExpressionMatch match = call.match(text); match.hasMatch(); match = call.match(text)) {
        const qsizetype inner = match.capturedEnd();
        text.remove(match.capturedStart(), inner + arguments(text, inner).size() + 1 - match.capturedStart());
    }
    return text;
}

QString withoutComments(QString source)
{
    static const QRegularExpression lineComment(QStringLiteral("(?m)(^|[^:\"])//.*$"));
    return source.replace(lineComment, QStringLiteral("\\1"));
}

QStringList untranslated(const QString& source)
{
    static const QRegularExpression shows(QStringLiteral(
        "\\b(setText|setToolTip|setWindowTitle|setTitle|setLabel|setPlaceholderText|setAccessibleName|"
        "setAccessibleDescription|setStatusTip|setWhatsThis|setSuffix|setPrefix|setSpecialValueText|setIconText|"
        "setTabText|setItemText|setInformativeText|setNameFilters?|setPlainText|addAction|addMenu|addTab|addRow|"
        "addItems?|"
        "addMenuAction|addStep|addFact|addField|showMessage|setContextNote|setHorizontalHeaderLabels|"
        "new Q(Label|PushButton|CheckBox|GroupBox|Action|ToolButton|MessageBox|FileDialog))\\s*\\("));
    static const QRegularExpression translated(
        QStringLiteral("\\b(tr|translate|setObjectName|property|findChild<[^>]*>)\\s*\\("));
    static const QRegularExpression escapes(QStringLiteral("\\\\(u[0-9a-fA-F]{4}|.)"));
    static const QRegularExpression words(QStringLiteral("\"[^\"]*[A-Za-z]{2,}[^\"]*\""));
    QStringList found;
    for (auto calls = shows.globalMatch(source); calls.hasNext();) {
        const QRegularExpressionMatch call = calls.next();
        QString left = without(arguments(source, call.capturedEnd()), translated);
        left.remove(escapes);
        for (auto literals = words.globalMatch(left); literals.hasNext();)
            found.append(call.captured(1) + QStringLiteral(": ") + literals.next().captured());
    }
    return found;
}

/// Literals that are no words for people.
bool isName(const QString& finding)
{
    static const QRegularExpression objectName(QStringLiteral("^addMenuAction: \"[a-z]+[A-Za-z]*Action\"$"));
    static const QRegularExpression key(
        QStringLiteral("\"(json|[-._a-z]*[._][-._a-z]*)\"$")); // "general.name", "-tensors.csv"
    return objectName.match(finding).hasMatch() || key.match(finding).hasMatch();
}

} // namespace

class TestTranslatable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSearchFindsWhatItShould_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<int>("findings");
        QTest::newRow("plain") << "label->setText(\"Some words\");" << 1;
        QTest::newRow("literal") << "menu->addAction(QStringLiteral(\"Quit\"), this, [] {});" << 1;
        QTest::newRow("translated") << "label->setText(tr(\"Some words\"));" << 0;
        QTest::newRow("with arguments") << "label->setText(tr(\"%1 words (%2)\").arg(count(1), \"ab\"));" << 1;
        QTest::newRow("signs") << "button->setText(QStringLiteral(\"\\u00ab\"));" << 0;
        QTest::newRow("name") << "x->setObjectName(QStringLiteral(\"name\"));" << 0;
        QTest::newRow("comment") << "// setText(\"words\")" << 0;
    }

    void theSearchFindsWhatItShould()
    {
        QFETCH(const QString, source);
        QFETCH(const int, findings);
        QCOMPARE(untranslated(withoutComments(source)).size(), findings);
    }

    void everyWordGoesThroughTr()
    {
        int files = 0;
        QStringList findings;
        for (const char* folder : {"/widgets", "/app/desktop"}) {
            QDirIterator sources(QStringLiteral(LACUNA_SOURCE_DIR) + QLatin1String(folder), {QStringLiteral("*.cpp")},
                                 QDir::Files, QDirIterator::Subdirectories);
            while (sources.hasNext()) {
                QFile file(sources.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                ++files;
                for (const QString& finding : untranslated(withoutComments(QString::fromUtf8(file.readAll())))) {
                    if (!isName(finding))
                        findings.append(QFileInfo(file).fileName() + QStringLiteral(": ") + finding);
                }
            }
        }
        QVERIFY(files > 50);
        QVERIFY2(findings.isEmpty(), qPrintable(findings.join(u'\n')));
    }
};

QTEST_MAIN(TestTranslatable)
#include "test_translatable.moc"
