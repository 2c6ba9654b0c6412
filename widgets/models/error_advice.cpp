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

QString adviceForFile(Error::Code code)
{
    switch (code) {
    case Error::Code::Io:
        return tr("Check that the file is there and that you may read it, or choose another one.");
    case Error::Code::NotGguf:
        return tr("Choose a GGUF file. If this should be one, download it again: what was saved may be a web page or a "
                  "part of the file.");
    case Error::Code::Malformed:
        return tr("Download it again: the file is damaged or incomplete. Whoever offers it often tells its size and "
                  "SHA-256, to compare.");
    case Error::Code::Unsupported:
    case Error::Code::Missing:
    case Error::Code::InvalidArgument:
    case Error::Code::OutOfMemory:
    case Error::Code::Cancelled:
        break;
    }
    return {};
}

bool isDamage(Error::Code code)
{
    return code == Error::Code::Malformed || code == Error::Code::NotGguf || code == Error::Code::Io;
}

} // namespace lacuna::models
