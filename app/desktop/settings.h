// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/generation_settings.h"

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QStringList>

namespace lacuna::app {

enum class ThemeChoice { System, Light, Dark };

/// What the program remembers between starts, typed; no key names elsewhere. Lives in one INI file (see Paths).
class Settings : public QObject {
    Q_OBJECT
public:
    explicit Settings(const QString& file, QObject* parent = nullptr);

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);
    bool animations() const; ///< fades on the canvas
    void setAnimations(bool on);
    int fontPercent() const; ///< 80 … 200, of the system's size
    void setFontPercent(int percent);

    QStringList recentModels() const; ///< newest first, at most 10
    void addRecentModel(const QString& path);
    void clearRecentModels();
    QString lastModel() const; ///< that could be run; empty: none yet
    void setLastModel(const QString& path);
    /// Set while a model loads, on the disk: where the next start still finds it, loading has ended the program.
    QString modelBeingLoaded() const;
    void setModelBeingLoaded(const QString& path);

    /// Per model, by file name: another model has other good values.
    models::GenerationSettings generationSettings(const QString& modelName) const;
    void setGenerationSettings(const QString& modelName, const models::GenerationSettings& settings);

    QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);
    QByteArray layout(const QString& widget) const; ///< splitter and header states by object name
    void setLayout(const QString& widget, const QByteArray& state);
    int page() const;
    void setPage(int page);

Q_SIGNALS:
    void themeChanged(lacuna::app::ThemeChoice theme);
    void animationsChanged(bool on);
    void fontPercentChanged(int percent);
    void recentModelsChanged();

private:
    QSettings m_settings;
};

} // namespace lacuna::app
