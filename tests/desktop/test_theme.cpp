// SPDX-License-Identifier: GPL-3.0-or-later
// Light, dark and the system's choice; and whether what is painted in them can be read.
#include "desktop/settings.h"
#include "desktop/theme.h"
#include "widgets/canvas/cell_painter.h"
#include "widgets/canvas/denoising_canvas.h"
#include "widgets/common/derived_font.h"
#include "widgets/common/message_bar.h"
#include "widgets/frames.h"
#include "widgets/plots/plot_theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QLabel>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace lacuna;
using namespace lacuna::app;

namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(const QColor& color)
{
    return 0.2126 * linear(double(color.redF())) + 0.7152 * linear(double(color.greenF()))
        + 0.0722 * linear(double(color.blueF()));
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor over(const QColor& ground, const QColor& color, double share)
{
    const auto mix = [share](float a, float b) {
        return float(double(a) * (1 - share) + double(b) * share);
    };
    return QColor::fromRgbF(mix(ground.redF(), color.redF()), mix(ground.greenF(), color.greenF()),
                            mix(ground.blueF(), color.blueF()));
}

constexpr double TextContrast = 4.5;
constexpr double ShapeContrast = 3;

} // namespace

/// What answers for the desktop: org.freedesktop.portal.Settings on a bus of this test's own.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    uint scheme = 0;

public Q_SLOTS:
    QDBusVariant Read(const QString& group, const QString& key)
    {
        const bool isKnown =
            group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme");
        return QDBusVariant(QVariant::fromValue(QDBusVariant(QVariant(isKnown ? scheme : 99u))));
    }
};

class TestTheme : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QProcess m_bus;
    QString m_busAddress;

    QString settingsFile() const { return m_folder.filePath(QStringLiteral("settings.ini")); }

public:
    static void initMain() { qputenv("QT_QPA_PLATFORM", "offscreen"); }

private Q_SLOTS:
    void initTestCase()
    {
        // before anything asks for the session bus
        m_bus.start(QStringLiteral("dbus-daemon"),
                    {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
        if (m_bus.waitForStarted() && m_bus.waitForReadyRead())
            m_busAddress = QString::fromUtf8(m_bus.readLine()).trimmed();
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_busAddress.isEmpty() ? "unix:path=/nonexistent" : m_busAddress.toUtf8());
    }

    void cleanup() { QFile::remove(settingsFile()); }

    void cleanupTestCase()
    {
        m_bus.kill();
        m_bus.waitForFinished();
    }

    void textCanBeRead_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << Theme::lightPalette();
        QTest::newRow("dark") << Theme::darkPalette();
    }

    void textCanBeRead()
    {
        QFETCH(const QPalette, palette);
        using Role = QPalette::ColorRole;
        const std::pair<Role, Role> texts[] = {
            {QPalette::WindowText, QPalette::Window},
            {QPalette::Text, QPalette::Base},
            {QPalette::Text, QPalette::AlternateBase},
            {QPalette::ButtonText, QPalette::Button},
            {QPalette::WindowText, QPalette::Button},
            {QPalette::ToolTipText, QPalette::ToolTipBase},
            {QPalette::PlaceholderText, QPalette::Base},
            {QPalette::PlaceholderText, QPalette::Window},
            {QPalette::HighlightedText, QPalette::Highlight},
            {QPalette::Link, QPalette::Base},
            {QPalette::Link, QPalette::Window},
        };
        for (const auto& [text, ground] : texts) {
            const double ratio = contrast(palette.color(text), palette.color(ground));
            QVERIFY2(ratio >= TextContrast,
                     qPrintable(QStringLiteral("%1 on %2: %3").arg(int(text)).arg(int(ground)).arg(ratio)));
        }
        // words of the canvas on the tint of a token that is new, and names of pages on that of the sidebar
        for (const double share : {0.28, 0.20}) {
            const QColor ground = over(palette.color(QPalette::Base), palette.color(QPalette::Highlight), share);
            QVERIFY(contrast(palette.color(QPalette::Text), ground) >= TextContrast);
        }
    }

    void shapesCanBeSeen_data() { textCanBeRead_data(); }

    void shapesCanBeSeen()
    {
        QFETCH(const QPalette, palette);
        for (const QPalette::ColorRole ground : {QPalette::Base, QPalette::Window})
            QVERIFY(contrast(palette.color(QPalette::Mid), palette.color(ground)) >= ShapeContrast);
        const QColor base = palette.color(QPalette::Base);
        QVERIFY(contrast(palette.color(QPalette::Highlight), base) >= ShapeContrast);
        QVERIFY(contrast(widgets::dataColor(palette), base) >= ShapeContrast);
        QVERIFY(contrast(widgets::secondColor(palette), base) >= ShapeContrast);
        for (int i = 0; i <= 20; ++i) {
            const double ratio = contrast(widgets::confidenceColor(i / 20.0, palette), base);
            QVERIFY2(ratio >= ShapeContrast, qPrintable(QStringLiteral("confidence %1: %2").arg(i / 20.0).arg(ratio)));
        }
    }

    void messagesCanBeRead_data() { textCanBeRead_data(); }

    void messagesCanBeRead()
    {
        QFETCH(const QPalette, palette);
        widgets::MessageBar bar;
        bar.setPalette(palette);
        bar.resize(400, 60);
        for (const auto severity : {widgets::MessageBar::Severity::Information, widgets::MessageBar::Severity::Warning,
                                    widgets::MessageBar::Severity::Error}) {
            bar.showMessage(severity, QStringLiteral("…"));
            const QColor ground = bar.grab().toImage().pixelColor(8, 2);
            QVERIFY(contrast(palette.color(QPalette::WindowText), ground) >= TextContrast);
        }
    }

    void theSettingChangesWhatIsShown()
    {
        Settings settings(settingsFile());
        Theme theme(settings);
        widgets::DenoisingCanvas canvas;
        canvas.setPieces(test::wordPiece);
        canvas.setFrame(test::makeFrame(0, 20, 10));
        canvas.resize(300, 200);
        canvas.show();
        const auto ground = [&] {
            const QImage image = canvas.viewport()->grab().toImage();
            return image.pixelColor(2, image.height() - 3);
        };
        settings.setTheme(ThemeChoice::Light);
        QTRY_COMPARE(ground(), Theme::lightPalette().color(QPalette::Base));
        settings.setTheme(ThemeChoice::Dark);
        QTRY_COMPARE(ground(), Theme::darkPalette().color(QPalette::Base));
        QCOMPARE(QApplication::palette().color(QPalette::Window), Theme::darkPalette().color(QPalette::Window));
        settings.setTheme(ThemeChoice::Light);
        QTRY_COMPARE(ground(), Theme::lightPalette().color(QPalette::Base));
    }

    void textSizeReachesEveryLabel()
    {
        Settings settings(settingsFile());
        Theme theme(settings);
        QLabel plain(QStringLiteral("x"));
        QLabel title(QStringLiteral("x"));
        widgets::scaleFont(&title, 1.5, true);
        QLabel fixed(QStringLiteral("x"));
        widgets::useFixedFont(&fixed);
        const double before = plain.font().pointSizeF();
        settings.setFontPercent(150);
        QTRY_COMPARE(plain.font().pointSizeF(), before * 1.5);
        QCOMPARE(title.font().pointSizeF(), before * 1.5 * 1.5);
        QVERIFY(title.font().bold());
        QCOMPARE(fixed.font().pointSizeF(), before * 1.5);
        settings.setFontPercent(100);
        QCOMPARE(title.font().pointSizeF(), before * 1.5);
    }

    void theDesktopsChoiceIsFollowed()
    {
        if (m_busAddress.isEmpty())
            QSKIP("there is no dbus-daemon to speak to");
        FakePortal portal;
        portal.scheme = 1;
        QDBusConnection bus = QDBusConnection::connectToBus(m_busAddress, QStringLiteral("portal"));
        QVERIFY(bus.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &portal,
                                   QDBusConnection::ExportAllSlots));
        QVERIFY(bus.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));

        Settings settings(settingsFile());
        settings.setTheme(ThemeChoice::System);
        Theme theme(settings);
        const auto window = [] {
            return QApplication::palette().color(QPalette::Window);
        };
        QTRY_COMPARE(window(), Theme::darkPalette().color(QPalette::Window)); // as Read said

        const auto announce = [&](uint scheme) {
            QDBusMessage signal = QDBusMessage::createSignal(QStringLiteral("/org/freedesktop/portal/desktop"),
                                                             QStringLiteral("org.freedesktop.portal.Settings"),
                                                             QStringLiteral("SettingChanged"));
            signal << QStringLiteral("org.freedesktop.appearance") << QStringLiteral("color-scheme")
                   << QVariant::fromValue(QDBusVariant(scheme));
            return bus.send(signal);
        };
        QVERIFY(announce(2));
        QTRY_COMPARE(window(), Theme::lightPalette().color(QPalette::Window));
        QVERIFY(announce(1));
        QTRY_COMPARE(window(), Theme::darkPalette().color(QPalette::Window));

        settings.setTheme(ThemeChoice::Light); // the person's choice goes before the desktop's
        QVERIFY(announce(1));
        QCOMPARE(window(), Theme::lightPalette().color(QPalette::Window));
        bus.unregisterService(QStringLiteral("org.freedesktop.portal.Desktop"));
        QDBusConnection::disconnectFromBus(QStringLiteral("portal"));
    }
};

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
