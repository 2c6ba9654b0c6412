// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "image.h"

/// Whether this user can mount through FUSE here, as far as can be told without trying.
bool mount_possible(void);

/// Serves the image at the folder `target` until nobody holds the other end of the pipe `until` any more, then
/// unmounts. Writes one byte to `ready` once files can be read. False at once if the mount fails.
bool mount_serve(struct Image* image, const char* target, int until, int ready);
