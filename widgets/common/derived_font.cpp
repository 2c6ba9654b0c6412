// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/derived_font.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <vector>

namespace lacuna::widgets {

namespace {

using Derivation = std::function<QFont(QFont)>;

/// Derives the fonts of widgets from the application's, now and whenever that changes. Only the application object and
/// top-level widgets are told of such a change, hence one object that watches the former.
class FontFollowers : public QObject {
public:
    static FontFollowers& instance()
    {
        static QPointer<FontFollowers> one;
        if (!one)
            one = new FontFollowers;
        return *one;
    }

    void add(QWidget* widget, Derivation derive)
    {
        widget->setFont(derive(QApplication::font()));
        m_followers.push_back({widget, std::move(derive)});
    }

    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::ApplicationFontChange && object == qApp) {
            std::erase_if(m_followers, [](const Follower& follower) { return follower.widget.isNull(); });
            for (const Follower& follower : m_followers)
                follower.widget->setFont(follower.derive(QApplication::font()));
        }
        return false;
    }

private:
    struct Follower {
        QPointer<QWidget> widget;
        Derivation derive;
    };

    FontFollowers()
        : QObject(qApp)
    {
        qApp->installEventFilter(this);
    }

    std::vector<Follower> m_followers;
};

} // namespace

void scaleFont(QWidget* widget, qreal scale, bool bold)
{
    FontFollowers::instance().add(widget, [scale, bold](QFont font) {
        font.setPointSizeF(font.pointSizeF() * scale);
        font.setBold(bold);
        return font;
    });
}

void useFixedFont(QWidget* widget)
{
    FontFollowers::instance().add(widget, [](const QFont& font) {
        QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        fixed.setPointSizeF(font.pointSizeF());
        return fixed;
    });
}

} // namespace lacuna::widgets
