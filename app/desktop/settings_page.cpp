// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/settings_page.h"

#include "desktop/paths.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPalette>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QUrl>
#include <QVBoxLayout>

namespace lacuna::app {

SettingsPage::SettingsPage(Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
{
    auto content = new QWidget;
    content->setMaximumWidth(640);
    auto column = new QVBoxLayout(content);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(18);
    column->addWidget(buildAppearance());
    column->addWidget(buildFiles());
    column->addStretch();

    auto scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

QWidget* SettingsPage::buildAppearance()
{
    auto theme = new QComboBox;
    theme->setObjectName(QStringLiteral("themeComboBox"));
    theme->addItems({tr("As the system"), tr("Light"), tr("Dark")}); // in the order of ThemeChoice
    theme->setCurrentIndex(int(m_settings.theme()));
    connect(theme, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_settings.setTheme(ThemeChoice(index)); });
    connect(&m_settings, &Settings::themeChanged, theme,
            [theme](ThemeChoice choice) { theme->setCurrentIndex(int(choice)); });

    auto size = new QSpinBox;
    size->setObjectName(QStringLiteral("fontPercentSpinBox"));
    size->setRange(80, 200);
    size->setSingleStep(10);
    size->setSuffix(tr(" %"));
    size->setKeyboardTracking(false);
    size->setValue(m_settings.fontPercent());
    connect(size, &QSpinBox::valueChanged, &m_settings, &Settings::setFontPercent);
    connect(&m_settings, &Settings::fontPercentChanged, size, &QSpinBox::setValue);

    auto animations = new QCheckBox(tr("&Fade tokens on the canvas when they settle"));
    animations->setObjectName(QStringLiteral("animationsCheckBox"));
    animations->setChecked(m_settings.animations());
    connect(animations, &QCheckBox::toggled, &m_settings, &Settings::setAnimations);

    auto group = new QGroupBox(tr("Appearance"));
    auto form = new QFormLayout(group);
    form->addRow(tr("&Theme"), theme);
    form->addRow(tr("Text &size"), size);
    form->addRow(QString(), animations);
    return group;
}

QWidget* SettingsPage::buildFiles()
{
    auto group = new QGroupBox(tr("Files"));
    auto form = new QFormLayout(group);
    QPalette ground; // nothing that looks as if it could be written into
    ground.setBrush(QPalette::Base, Qt::transparent);
    const auto folderRow = [&](const QString& label, const QString& folder) {
        auto path = new QLineEdit(QDir::toNativeSeparators(folder)); // unlike a label, narrower than its text
        path->setReadOnly(true);
        path->setFrame(false);
        path->setPalette(ground);
        path->setCursorPosition(0);
        path->setAccessibleName(label);
        auto open = new QPushButton(tr("Open folder"));
        open->setAccessibleName(tr("Open folder: %1").arg(label));
        connect(open, &QPushButton::clicked, this,
                [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
        auto row = new QHBoxLayout;
        row->addWidget(path, 1);
        row->addWidget(open);
        form->addRow(label, row);
    };
    folderRow(tr("Chats"), Paths::dataFolder());
    folderRow(tr("Settings"), QFileInfo(Paths::settingsFile()).absolutePath());

    auto forget = new QPushButton(tr("Forget recent models"));
    forget->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(forget, &QPushButton::clicked, &m_settings, &Settings::clearRecentModels);
    form->addRow(QString(), forget);
    return group;
}

} // namespace lacuna::app
