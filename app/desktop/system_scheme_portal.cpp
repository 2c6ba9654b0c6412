// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QGuiApplication>

#include <functional>

namespace lacuna::app {

namespace {

// https://flatpak.github.io/xdg-desktop-portal: org.freedesktop.portal.Settings, namespace org.freedesktop.appearance
constexpr QLatin1String PortalService("org.freedesktop.portal.Desktop");
constexpr QLatin1String PortalPath("/org/freedesktop/portal/desktop");
constexpr QLatin1String PortalInterface("org.freedesktop.portal.Settings");
constexpr QLatin1String AppearanceGroup("org.freedesktop.appearance");
constexpr QLatin1String ColorSchemeKey("color-scheme");
constexpr uint PrefersDark = 1;

/// The portal wraps the value in one or two variants, depending on its version.
uint unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value.toUInt();
}

/// Tells what the desktop portal says, at first and whenever it changes.
class Portal : public QObject {
    Q_OBJECT
public:
    Portal(std::function<void(bool)> tellDark, QObject* parent)
        : QObject(parent)
        , m_tellDark(std::move(tellDark))
    {
        QDBusConnection::sessionBus().connect(PortalService, PortalPath, PortalInterface,
                                              QStringLiteral("SettingChanged"), this,
                                              SLOT(settingChanged(QString, QString, QDBusVariant)));
        QDBusMessage message =
            QDBusMessage::createMethodCall(PortalService, PortalPath, PortalInterface, QStringLiteral("Read"));
        message.setArguments({AppearanceGroup, ColorSchemeKey});
        auto watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(message), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* call) {
            const QDBusPendingReply<QVariant> reply = *call;
            if (!reply.isError())
                m_tellDark(unwrapped(reply.value()) == PrefersDark);
            call->deleteLater();
        });
    }

private Q_SLOTS:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value)
    {
        if (group == AppearanceGroup && key == ColorSchemeKey)
            m_tellDark(unwrapped(value.variant()) == PrefersDark);
    }

private:
    std::function<void(bool)> m_tellDark;
};

} // namespace

SystemScheme::SystemScheme(QObject* parent)
    : QObject(parent)
    , m_dark(QGuiApplication::palette().color(QPalette::Window).lightness() < 128)
{
    new Portal([this](bool dark) { setDark(dark); }, this);
}

} // namespace lacuna::app

#include "system_scheme_portal.moc"
