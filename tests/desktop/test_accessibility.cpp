// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window for those who see it badly or not at all, or work without a mouse: names, Tab order, and that
// nothing is cut off in a small window or with large text.
#include "desktop/chat_store.h"
#include "desktop/engine_controller.h"
#include "desktop/main_window.h"
#include "desktop/settings.h"
#include "desktop/theme.h"
#include "models/gguf_sample.h"
#include "widgets/canvas/denoising_canvas.h"
#include "widgets/chat/answer_view.h"
#include "widgets/chat/chat_page.h"
#include "widgets/frames.h"
#include "widgets/gguf/heat_map_view.h"
#include "widgets/gguf/model_page.h"
#include "widgets/gguf/tensor_page.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QScrollBar>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>
#include <qcustomplot.h>

#include <memory>

using namespace lacuna;
using namespace lacuna::app;

namespace {

/// Something that a person reads values from or changes something with.
bool isControl(const QWidget* widget)
{
    if (qobject_cast<const QScrollBar*>(widget) || qobject_cast<const QHeaderView*>(widget))
        return false; // parts of a view, which has the name
    for (const QWidget* parent = widget->parentWidget(); parent; parent = parent->parentWidget()) {
        if (qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent)
            || qobject_cast<const QLineEdit*>(parent) || qobject_cast<const QTabBar*>(parent)
            || qobject_cast<const QMenuBar*>(parent) || qobject_cast<const QAbstractItemView*>(parent))
            return false; // a part of one that has a name
    }
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget)
        || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget)
        || qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const QAbstractItemView*>(widget)
        || qobject_cast<const QTextEdit*>(widget) || qobject_cast<const QPlainTextEdit*>(widget)
        || qobject_cast<const QProgressBar*>(widget) || qobject_cast<const QCustomPlot*>(widget)
        || qobject_cast<const widgets::DenoisingCanvas*>(widget) || qobject_cast<const widgets::HeatMapView*>(widget);
}

QString nameOf(QWidget* widget)
{
    const QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
    return accessible ? accessible->text(QAccessible::Name).trimmed() : QString();
}

/// "QToolButton copyAnswerButton in AnswerView"
QString pathOf(const QWidget* widget)
{
    QStringList path;
    for (; widget; widget = widget->parentWidget())
        path.append(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName());
    return path.join(QStringLiteral(" in "));
}

std::shared_ptr<const gguf::File> sampleFile()
{
    support::GgufWriter writer = tests::sampleWriter();
    writer.set("general.description", support::MetaValue::string(QByteArray("Very long words. ").repeated(80)));
    for (int i = 0; i < 40; ++i)
        writer.addTensor("blk." + QByteArray::number(i + 2) + ".attn_q.weight", quant::TensorType::F32, {64, 4});
    return tests::MemoryFile(writer).file();
}

models::Conversation sampleConversation()
{
    auto answer = std::make_shared<models::Answer>();
    answer->text = QStringLiteral("An answer.");
    for (int step = 0; step < 8; ++step)
        answer->frames.push_back(test::makeFrame(step, 8, step + 1));
    for (int id = 0; id < 10; ++id)
        answer->pieces.insert(id, test::wordPiece(id));
    models::Conversation conversation;
    conversation.messages.push_back(
        {tokenizer::ChatMessage::Role::User, QStringLiteral("word ").repeated(80) + QString(300, u'W'), nullptr});
    conversation.messages.push_back({tokenizer::ChatMessage::Role::Assistant, answer->text, answer});
    return conversation;
}

} // namespace

class TestAccessibility : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<ChatStore> m_chats;
    std::unique_ptr<EngineController> m_engine;
    std::unique_ptr<MainWindow> m_window;

    void showPage(int page)
    {
        m_window->findChild<QListWidget*>(QStringLiteral("sidebar"))->setCurrentRow(page);
        for (int i = 0; i < 3; ++i) // layouts ask their parents to lay out again
            QCoreApplication::processEvents();
    }

    /// What Tab goes through from the first control on, as object names or class names.
    QStringList tabOrder() const
    {
        QStringList order;
        QWidget* const first = m_window->findChild<QListWidget*>(QStringLiteral("sidebar"));
        QWidget* at = first;
        do {
            if (at->isVisible() && at->isEnabled() && (at->focusPolicy() & Qt::TabFocus) && !at->focusProxy())
                order.append(at->objectName().isEmpty() ? QString::fromLatin1(at->metaObject()->className())
                                                        : at->objectName());
            at = at->nextInFocusChain();
        } while (at != first);
        return order;
    }

    void verifyTabOrder(const QStringList& expected) const
    {
        const QStringList order = tabOrder();
        QList<qsizetype> places;
        for (const QString& name : expected)
            places.append(order.indexOf(name));
        const QByteArray shown = order.join(QStringLiteral(", ")).toUtf8();
        QVERIFY2(!places.contains(-1), shown);
        QVERIFY2(std::is_sorted(places.begin(), places.end()), shown);
    }

    void verifyNothingIsCut()
    {
        for (const QLabel* label : m_window->findChildren<QLabel*>()) {
            if (!label->isVisible() || label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
                continue;
            const QWidget* parent = label->parentWidget();
            const int needed = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
            QVERIFY2(label->geometry().right() <= parent->width() + 1, qPrintable(label->text() + pathOf(label)));
            QVERIFY2(label->height() >= needed, qPrintable(label->text() + pathOf(label)));
            if (!label->wordWrap())
                QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text() + pathOf(label)));
        }
        for (const QAbstractButton* button : m_window->findChildren<QAbstractButton*>()) {
            if (button->isVisible() && !button->text().isEmpty())
                QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(pathOf(button)));
        }
    }

public:
    static void initMain() { qputenv("QT_QPA_PLATFORM", "offscreen"); }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_theme = std::make_unique<Theme>(*m_settings);
        m_chats = std::make_unique<ChatStore>(m_folder.filePath(QStringLiteral("chats.sqlite")));
        m_engine = std::make_unique<EngineController>();
        m_window = std::make_unique<MainWindow>(*m_settings, *m_engine, *m_chats);
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->findChild<widgets::ModelPage*>()->setFile(sampleFile());
        m_window->findChild<widgets::ChatPage*>()->setConversation(sampleConversation());
    }

    void cleanupTestCase() { m_window.reset(); }

    void everyControlHasAName()
    {
        int controls = 0;
        QStringList nameless;
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (!isControl(widget))
                continue;
            ++controls;
            if (nameOf(widget).isEmpty())
                nameless.append(pathOf(widget));
        }
        QVERIFY(controls > 60);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    }

    void everyControlIsReachedByTab()
    {
        QSet<QWidget*> reached;
        QWidget* at = m_window.get();
        do {
            if (at->focusPolicy() & Qt::TabFocus)
                reached.insert(at);
            at = at->nextInFocusChain();
        } while (at != m_window.get());
        QStringList missed;
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            const bool isShown = !qobject_cast<QProgressBar*>(widget) && !qobject_cast<QTabBar*>(widget->parentWidget())
                && !widget->inherits("QCommandLinkButton");
            if (isControl(widget) && isShown && !reached.contains(widget))
                missed.append(pathOf(widget));
        }
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u'\n')));
    }

    void tabGoesFromTopToBottomOnTheChatPage()
    {
        showPage(MainWindow::Chat);
        const QStringList expected {QStringLiteral("sidebar"),      QStringLiteral("editMessageButton"),
                                    QStringLiteral("watchButton"),  QStringLiteral("promptEdit"),
                                    QStringLiteral("sendButton"),   QStringLiteral("genLengthSpinBox"),
                                    QStringLiteral("stepsSpinBox"), QStringLiteral("resetOptionsButton")};
        verifyTabOrder(expected);
    }

    void tabGoesFromTopToBottomOnTheModelPage()
    {
        showPage(MainWindow::Model);
        m_window->findChild<QTabWidget*>(QStringLiteral("modelTabs"))->setCurrentIndex(2);
        QCoreApplication::processEvents();
        const QStringList expected {QStringLiteral("sidebar"), QStringLiteral("canvasLength"),
                                    QStringLiteral("computeChecksum"), QStringLiteral("tensorFilter"),
                                    QStringLiteral("tensors")};
        verifyTabOrder(expected);
    }

    void theCanvasIsText()
    {
        showPage(MainWindow::Chat);
        auto answer = m_window->findChild<widgets::AnswerView*>();
        answer->setReplayVisible(true);
        widgets::DenoisingCanvas* canvas = answer->canvas();
        canvas->setFrame(answer->answer()->frames[3]); // 4 of 8 settled
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(canvas);
        QVERIFY(accessible && accessible->textInterface());
        QAccessibleTextInterface& text = *accessible->textInterface();
        QCOMPARE(accessible->role(), QAccessible::EditableText);
        QVERIFY(accessible->state().readOnly);
        QCOMPARE(accessible->text(QAccessible::Value), QStringLiteral(" w0 w1 w2 w3░░░░"));
        QCOMPARE(text.characterCount(), 16);
        QCOMPARE(text.text(3, 6), QStringLiteral(" w1"));

        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Home);
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(text.cursorPosition(), 3);
        const QString description = accessible->text(QAccessible::Description);
        for (const char* fact : {"Position 2: “ w1”", "Token id 1", "Settled in step 1", "Confidence 51.0 %",
                                 "Candidates: “ w1” 51.0 %, “ w2” 10.0 %"})
            QVERIFY2(description.contains(QString::fromUtf8(fact)), qPrintable(description));
        text.setCursorPosition(10);
        QCOMPARE(canvas->selectedPosition(), 3);
        QCOMPARE(text.offsetAtPoint(text.characterRect(7).center()), 6);
        answer->setReplayVisible(false);
    }

    void plotsTellWhatTheyShow()
    {
        showPage(MainWindow::Chat);
        for (QCustomPlot* plot : m_window->findChild<widgets::ChatPage*>()->findChildren<QCustomPlot*>()) {
            const QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(plot);
            QVERIFY(!accessible->text(QAccessible::Name).isEmpty());
            QVERIFY2(!accessible->text(QAccessible::Description).isEmpty(), qPrintable(pathOf(plot)));
        }
    }

    void aWindowOfTheSmallestScreenIsEnough_data()
    {
        QTest::addColumn<int>("percent");
        QTest::newRow("usual text") << 100;
        QTest::newRow("large text") << 150;
    }

    void aWindowOfTheSmallestScreenIsEnough()
    {
        QFETCH(const int, percent);
        m_settings->setFontPercent(percent);
        for (const int page : {MainWindow::Model, MainWindow::Benchmark, MainWindow::Preferences, MainWindow::Chat})
            showPage(page); // which gives it its font, and waits for layouts
        const QSize least = m_window->minimumSizeHint();
        QStringList needs;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (widget->minimumSizeHint().width() > 300 || widget->minimumSizeHint().height() > 400)
                needs.append(QStringLiteral("%1 × %2: %3")
                                 .arg(widget->minimumSizeHint().width())
                                 .arg(widget->minimumSizeHint().height())
                                 .arg(pathOf(widget)));
        }
        m_settings->setFontPercent(100);
        QVERIFY2(least.width() <= 800 && least.height() <= 600,
                 qPrintable(QStringLiteral("%1 × %2\n").arg(least.width()).arg(least.height()) + needs.join(u'\n')));
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("percent");
        QTest::newRow("usual") << QSize(1280, 800) << 100;
        QTest::newRow("small") << QSize(800, 600) << 100;
        QTest::newRow("large text") << QSize(1280, 800) << 150;
    }

    void nothingIsCut()
    {
        QFETCH(const QSize, size);
        QFETCH(const int, percent);
        m_settings->setFontPercent(percent);
        m_window->resize(size);
        for (int page = MainWindow::Chat; page <= MainWindow::Preferences; ++page) {
            showPage(page);
            QCOMPARE(m_window->size(), size); // no page needs more
            verifyNothingIsCut();
            if (QTest::currentTestFailed())
                return;
        }
        m_settings->setFontPercent(100);
    }
};

QTEST_MAIN(TestAccessibility)
#include "test_accessibility.moc"
