// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/formatting.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace lacuna::models {

namespace {

/// value scaled into [1, 1000) where a prefix allows, one decimal below 10
QString scaled(double value, const std::array<const char*, 5>& suffixes)
{
    size_t step = 0;
    while (value >= 999.5 && step + 1 < suffixes.size()) {
        value /= 1000;
        ++step;
    }
    const int digits = step > 0 && value < 99.95 ? 1 : 0;
    const QString number = QLocale().toString(value, 'f', digits);
    const QString suffix = QString::fromLatin1(suffixes[step]);
    return suffix.isEmpty() ? number : number + QChar(QChar::Nbsp) + suffix;
}

} // namespace

QString formatBytes(quint64 bytes)
{
    return scaled(double(bytes), {"B", "kB", "MB", "GB", "TB"});
}

QString formatCount(quint64 count)
{
    return QLocale().toString(count);
}

QString formatMagnitude(quint64 count)
{
    return scaled(double(count), {"", "k", "M", "B", "T"});
}

QString formatMilliseconds(double ms)
{
    if (!std::isfinite(ms) || ms < 0)
        return noNumber();
    const QLocale locale;
    if (ms < 10)
        return QCoreApplication::translate("Formatting", "%1 ms").arg(locale.toString(ms, 'f', 1));
    if (ms < 1000)
        return QCoreApplication::translate("Formatting", "%1 ms").arg(locale.toString(ms, 'f', 0));
    if (ms < 60'000)
        return QCoreApplication::translate("Formatting", "%1 s").arg(locale.toString(ms / 1000, 'f', 1));
    const qint64 seconds = std::llround(ms / 1000);
    return QCoreApplication::translate("Formatting", "%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
}

QString formatPercent(double fraction)
{
    if (!std::isfinite(fraction))
        return noNumber();
    return QCoreApplication::translate("Formatting", "%1 %").arg(QLocale().toString(fraction * 100, 'f', 0));
}

QString formatDecimal(double value, int digits)
{
    return std::isfinite(value) ? QLocale().toString(value, 'f', digits) : noNumber();
}

QString formatBitsPerWeight(double bits)
{
    return bits > 0 ? formatDecimal(bits, 2) : noNumber();
}

QString noNumber()
{
    return QStringLiteral("–");
}

QString plainToolTip(const QString& text)
{
    return text.isEmpty() ? QString()
                          : QStringLiteral("<p style=\"white-space: pre-wrap\">%1</p>").arg(text.toHtmlEscaped());
}

} // namespace lacuna::models
