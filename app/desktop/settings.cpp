// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/settings.h"

#include <QJsonDocument>
#include <QUrl>

#include <algorithm>

namespace lacuna::app {

namespace {

constexpr QLatin1String ThemeKey("appearance/theme");
constexpr QLatin1String AnimationsKey("appearance/animations");
constexpr QLatin1String FontPercentKey("appearance/fontPercent");
constexpr QLatin1String RecentKey("models/recent");
constexpr QLatin1String LastModelKey("models/last");
constexpr QLatin1String LoadingKey("models/loading");
constexpr QLatin1String GeometryKey("window/geometry");
constexpr QLatin1String PageKey("window/page");
constexpr int RecentCount = 10;

QString layoutKey(const QString& widget)
{
    return QStringLiteral("layout/") + widget;
}

/// A model's name may hold anything; INI keys may not hold slashes.
QString generationKey(const QString& modelName)
{
    return QStringLiteral("generation/") + QString::fromLatin1(QUrl::toPercentEncoding(modelName));
}

} // namespace

Settings::Settings(const QString& file, QObject* parent)
    : QObject(parent)
    , m_settings(file, QSettings::IniFormat)
{
}

ThemeChoice Settings::theme() const
{
    const QString name = m_settings.value(ThemeKey).toString();
    if (name == QLatin1String("light"))
        return ThemeChoice::Light;
    return name == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice)
{
    static const char* const names[] = {"system", "light", "dark"};
    m_settings.setValue(ThemeKey, QString::fromLatin1(names[int(choice)]));
    Q_EMIT themeChanged(choice);
}

bool Settings::animations() const
{
    return m_settings.value(AnimationsKey, true).toBool();
}

void Settings::setAnimations(bool on)
{
    m_settings.setValue(AnimationsKey, on);
    Q_EMIT animationsChanged(on);
}

int Settings::fontPercent() const
{
    return std::clamp(m_settings.value(FontPercentKey, 100).toInt(), 80, 200);
}

void Settings::setFontPercent(int percent)
{
    m_settings.setValue(FontPercentKey, std::clamp(percent, 80, 200));
    Q_EMIT fontPercentChanged(fontPercent());
}

QStringList Settings::recentModels() const
{
    return m_settings.value(RecentKey).toStringList();
}

void Settings::addRecentModel(const QString& path)
{
    QStringList recent = recentModels();
    recent.removeAll(path);
    recent.prepend(path);
    m_settings.setValue(RecentKey, recent.mid(0, RecentCount));
    Q_EMIT recentModelsChanged();
}

void Settings::clearRecentModels()
{
    m_settings.remove(RecentKey);
    Q_EMIT recentModelsChanged();
}

QString Settings::lastModel() const
{
    return m_settings.value(LastModelKey).toString();
}

void Settings::setLastModel(const QString& path)
{
    m_settings.setValue(LastModelKey, path);
}

QString Settings::modelBeingLoaded() const
{
    return m_settings.value(LoadingKey).toString();
}

void Settings::setModelBeingLoaded(const QString& path)
{
    if (path == modelBeingLoaded())
        return;
    m_settings.setValue(LoadingKey, path);
    m_settings.sync();
}

models::GenerationSettings Settings::generationSettings(const QString& modelName) const
{
    const QByteArray json = m_settings.value(generationKey(modelName)).toByteArray();
    return models::GenerationSettings::fromJson(QJsonDocument::fromJson(json).object());
}

void Settings::setGenerationSettings(const QString& modelName, const models::GenerationSettings& settings)
{
    m_settings.setValue(generationKey(modelName), QJsonDocument(settings.toJson()).toJson(QJsonDocument::Compact));
}

QByteArray Settings::geometry() const
{
    return m_settings.value(GeometryKey).toByteArray();
}

void Settings::setGeometry(const QByteArray& geometry)
{
    m_settings.setValue(GeometryKey, geometry);
}

QByteArray Settings::layout(const QString& widget) const
{
    return m_settings.value(layoutKey(widget)).toByteArray();
}

void Settings::setLayout(const QString& widget, const QByteArray& state)
{
    m_settings.setValue(layoutKey(widget), state);
}

int Settings::page() const
{
    return m_settings.value(PageKey, 0).toInt();
}

void Settings::setPage(int page)
{
    m_settings.setValue(PageKey, page);
}

} // namespace lacuna::app
