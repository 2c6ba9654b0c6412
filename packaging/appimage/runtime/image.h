// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <squashfuse/squashfuse.h>
#include <stdbool.h>
#include <sys/stat.h>

/// The squashfs that lies behind the program's own ELF part.
struct Image {
    char path[4096]; ///< absolute, symbolic links resolved
    size_t offset; ///< bytes before the squashfs
    sqfs fs;
};

/// Opens the image behind the running program. False after a message on stderr: no squashfs there, or a truncated file.
bool image_open(struct Image* image);

/// A file system object by its path below the root ("" or "usr/bin"). 0 or a negative errno.
int image_find(struct Image* image, const char* path, sqfs_inode* inode);

/// What stat() tells about an inode; files belong to whoever runs the program.
void image_stat(const sqfs_inode* inode, struct stat* st);

/// Unpacks into the existing folder `target` all that `pattern` (a shell pattern on the whole path; NULL: everything)
/// matches. False after a message on stderr.
bool image_extract(struct Image* image, const char* target, const char* pattern);
