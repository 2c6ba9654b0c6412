// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/theme.h"

#include <QSettings>
#include <QWinEventNotifier>

#include <functional>

#include <qt_windows.h>

namespace lacuna::app {

namespace {

constexpr const wchar_t* Personalize = L"Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize";

bool prefersDark()
{
    const QSettings settings(QStringLiteral("HKEY_CURRENT_USER\\") + QString::fromWCharArray(Personalize),
                             QSettings::NativeFormat);
    return settings.value(QStringLiteral("AppsUseLightTheme"), 1).toInt() == 0;
}

/// Tells whenever a value under a key of the current user's registry has changed.
class KeyWatch : public QObject {
public:
    KeyWatch(const wchar_t* path, std::function<void()> tell, QObject* parent)
        : QObject(parent)
        , m_event(CreateEventW(nullptr, FALSE, FALSE, nullptr))
        , m_notifier(m_event)
    {
        if (RegOpenKeyExW(HKEY_CURRENT_USER, path, 0, KEY_NOTIFY, &m_key) != ERROR_SUCCESS)
            m_key = nullptr;
        connect(&m_notifier, &QWinEventNotifier::activated, this, [this, tell] {
            tell();
            arm();
        });
        arm();
    }
    ~KeyWatch() override
    {
        m_notifier.setEnabled(false);
        if (m_key)
            RegCloseKey(m_key);
        CloseHandle(m_event);
    }
    Q_DISABLE_COPY_MOVE(KeyWatch)

private:
    /// Windows tells once, so it has to be asked again after each time.
    void arm()
    {
        if (m_key)
            RegNotifyChangeKeyValue(m_key, FALSE, REG_NOTIFY_CHANGE_LAST_SET, m_event, TRUE);
    }

    HANDLE m_event;
    QWinEventNotifier m_notifier;
    HKEY m_key = nullptr;
};

} // namespace

SystemScheme::SystemScheme(QObject* parent)
    : QObject(parent)
    , m_dark(prefersDark())
{
    new KeyWatch(
        Personalize, [this] { setDark(prefersDark()); }, this);
}

} // namespace lacuna::app
