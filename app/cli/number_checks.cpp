// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/number_checks.h"

#include <QString>

#include <limits>

namespace lacuna::cli {

CLI::Validator between(double least, double most)
{
    const auto check = [least, most](const std::string& text) -> std::string {
        const QString number = QString::fromStdString(text);
        bool isNumber = false;
        const double value = number.toDouble(&isNumber);
        if (isNumber && value >= least && value <= most)
            return {};
        const bool isBounded = most < std::numeric_limits<double>::max();
        return (isBounded ? QStringLiteral("%1 is not a number from %2 to %3").arg(number).arg(least).arg(most)
                          : QStringLiteral("%1 is not a number of %2 or more").arg(number).arg(least))
            .toStdString();
    };
    return CLI::Validator(check, {});
}

CLI::Validator atLeast(double least)
{
    return between(least, std::numeric_limits<double>::max());
}

} // namespace lacuna::cli
