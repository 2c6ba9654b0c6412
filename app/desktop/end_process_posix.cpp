// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/end_process.h"

#include <cstdlib>

namespace lacuna::app {

void endProcess(int code)
{
    std::_Exit(code);
}

} // namespace lacuna::app
