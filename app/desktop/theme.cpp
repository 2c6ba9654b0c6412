// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/theme.h"

#include "desktop/style.h"

#include <QApplication>
#include <QFont>

namespace lacuna::app {

namespace {

struct Shades {
    const char* window;
    const char* base;
    const char* alternate;
    const char* button;
    const char* text;
    const char* dim; ///< disabled and placeholder text
    const char* highlight;
    const char* highlightedText;
    const char* link;
    const char* toolTip;
    const char* frameLight;
    const char* frameDark;
    const char* outline; ///< of fields and buttons: 3:1 on window and base
};

// text on window and on base ≥ 7:1, dim ≥ 4.5:1 in both
constexpr Shades Light = {"#f5f5f4", "#ffffff", "#f0f0ee", "#ececea", "#1d1f21", "#686868", "#2f6fb5",
                          "#ffffff", "#1f5fa8", "#fffde8", "#ffffff", "#c4c4c0", "#8a8a86"};
constexpr Shades Dark = {"#232528", "#1a1c1e", "#212326", "#303338", "#e6e6e3", "#9a9c9f", "#3a78c0",
                         "#ffffff", "#7fb2ec", "#33363b", "#3a3d42", "#141517", "#75787c"};

QPalette palette(const Shades& shades)
{
    const auto color = [](const char* name) {
        return QColor(QLatin1String(name));
    };
    QPalette p;
    const QColor text = color(shades.text);
    const QColor dim = color(shades.dim);
    p.setColor(QPalette::Window, color(shades.window));
    p.setColor(QPalette::Base, color(shades.base));
    p.setColor(QPalette::AlternateBase, color(shades.alternate));
    p.setColor(QPalette::Button, color(shades.button));
    p.setColor(QPalette::ToolTipBase, color(shades.toolTip));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText}) {
        p.setColor(role, text);
        p.setColor(QPalette::Disabled, role, dim);
    }
    p.setColor(QPalette::PlaceholderText, dim);
    p.setColor(QPalette::Highlight, color(shades.highlight));
    p.setColor(QPalette::Disabled, QPalette::Highlight, dim);
    p.setColor(QPalette::HighlightedText, color(shades.highlightedText));
    p.setColor(QPalette::Link, color(shades.link));
    p.setColor(QPalette::LinkVisited, color(shades.link));
    p.setColor(QPalette::Light, color(shades.frameLight));
    p.setColor(QPalette::Midlight, color(shades.button));
    p.setColor(QPalette::Mid, color(shades.outline));
    p.setColor(QPalette::Dark, color(shades.frameDark));
    p.setColor(QPalette::Shadow, color(shades.frameDark));
    return p;
}

} // namespace

void SystemScheme::setDark(bool dark)
{
    if (dark == m_dark)
        return;
    m_dark = dark;
    Q_EMIT changed(dark);
}

Theme::Theme(Settings& settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_basePointSize(QApplication::font().pointSizeF())
{
    QApplication::setStyle(new Style); // which the application owns
    connect(&settings, &Settings::themeChanged, this, &Theme::apply);
    connect(&settings, &Settings::fontPercentChanged, this, &Theme::apply);
    connect(&m_system, &SystemScheme::changed, this, &Theme::apply);
    apply();
}

QPalette Theme::lightPalette()
{
    return palette(Light);
}

QPalette Theme::darkPalette()
{
    return palette(Dark);
}

void Theme::apply()
{
    const ThemeChoice choice = m_settings.theme();
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && m_system.isDark());
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
    QFont font = QApplication::font();
    font.setPointSizeF(m_basePointSize * m_settings.fontPercent() / 100);
    if (font != QApplication::font())
        QApplication::setFont(font);
}

} // namespace lacuna::app
