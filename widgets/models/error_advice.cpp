// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/error_advice.h"

#include <QCoreApplication>

namespace lacuna::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ErrorAdvice", text);
}

} // namespace

QString withAdvice(const Error& error)
{
    QString advice = error.advice;
    if (!advice.isEmpty())
        return error.text();
    if (error.code == Error::Code::Io)
        advice = tr("Check that the file is there and that you may read it, or choose another one.");
    else if (error.code == Error::Code::NotGguf)
        advice = tr("Choose a GGUF file. If this should be one, download it again: what was saved may be a web page or "
                    "a part of the file.");
    else if (error.code == Error::Code::Malformed)
        advice = tr("The file is damaged or incomplete. Download it again: whoever offers it often tells its size and "
                    "SHA-256, to compare.");
    return (error.message + QLatin1Char(' ') + advice).trimmed();
}

bool isDamage(Error::Code code)
{
    return code == Error::Code::Malformed || code == Error::Code::NotGguf || code == Error::Code::Io;
}

} // namespace lacuna::models
