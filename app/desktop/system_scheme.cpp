// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>

#ifdef Q_OS_WIN
#include <QSettings>
#include <QWinEventNotifier>
#include <qt_windows.h>
#endif

namespace lacuna::app {

namespace {

// https://flatpak.github.io/xdg-desktop-portal: org.freedesktop.portal.Settings, namespace org.freedesktop.appearance
const QString PortalService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString PortalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString PortalInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString AppearanceGroup = QStringLiteral("org.freedesktop.appearance");
const QString ColorSchemeKey = QStringLiteral("color-scheme");
constexpr uint PrefersDark = 1;

/// The portal wraps the value in one or two variants, depending on its version.
uint unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value.toUInt();
}

} // namespace

SystemScheme::SystemScheme(QObject* parent)
    : QObject(parent)
    , m_dark(QGuiApplication::palette().color(QPalette::Window).lightness() < 128)
{
#ifdef Q_OS_WIN
    const QString personalize =
        QStringLiteral("HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize");
    const auto read = [this, personalize] {
        setDark(QSettings(personalize, QSettings::NativeFormat).value(QStringLiteral("AppsUseLightTheme"), 1).toInt()
                == 0);
    };
    HKEY key = nullptr;
    if (RegOpenKeyExW(HKEY_CURRENT_USER, L"Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize", 0,
                      KEY_NOTIFY, &key)
        == ERROR_SUCCESS) {
        auto notifier = new QWinEventNotifier(CreateEventW(nullptr, FALSE, FALSE, nullptr), this);
        const auto watch = [key, notifier] {
            RegNotifyChangeKeyValue(key, FALSE, REG_NOTIFY_CHANGE_LAST_SET, notifier->handle(), TRUE);
        };
        connect(notifier, &QWinEventNotifier::activated, this, [read, watch] {
            read();
            watch();
        });
        watch();
    }
    read();
#else
    QDBusConnection::sessionBus().connect(PortalService, PortalPath, PortalInterface, QStringLiteral("SettingChanged"),
                                          this, SLOT(portalSettingChanged(QString, QString, QDBusVariant)));
    askPortal();
#endif
}

void SystemScheme::askPortal()
{
    QDBusMessage message =
        QDBusMessage::createMethodCall(PortalService, PortalPath, PortalInterface, QStringLiteral("Read"));
    message.setArguments({AppearanceGroup, ColorSchemeKey});
    auto watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(message), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* call) {
        const QDBusPendingReply<QVariant> reply = *call;
        if (!reply.isError())
            setDark(unwrapped(reply.value()) == PrefersDark);
        call->deleteLater();
    });
}

void SystemScheme::portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group == AppearanceGroup && key == ColorSchemeKey)
        setDark(unwrapped(value.variant()) == PrefersDark);
}

void SystemScheme::setDark(bool dark)
{
    if (dark == m_dark)
        return;
    m_dark = dark;
    Q_EMIT changed(dark);
}

} // namespace lacuna::app
