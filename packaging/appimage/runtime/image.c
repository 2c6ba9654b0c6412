// SPDX-License-Identifier: GPL-3.0-or-later
#include "image.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool refuse(const char* path, const char* why)
{
    fprintf(stderr, "%s: %s\n", path, why);
    return false;
}

/// The section headers are the last part of the ELF file that the linker writes; 0 if it is none.
static size_t elf_size(int file)
{
    Elf64_Ehdr header;
    if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header
        || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return 0;
    return header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

bool image_open(struct Image* image)
{
    const ssize_t length = readlink("/proc/self/exe", image->path, sizeof image->path - 1);
    if (length <= 0)
        return refuse("AppImage", "cannot find its own file; is /proc mounted?");
    image->path[length] = 0;
    const int file = open(image->path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return refuse(image->path, strerror(errno));
    image->offset = elf_size(file);
    struct squashfs_super_block super;
    if (image->offset == 0 || pread(file, &super, sizeof super, (off_t)image->offset) != (ssize_t)sizeof super
        || super.s_magic != SQUASHFS_MAGIC)
        return refuse(
            image->path,
            "the file is cut off or damaged: nothing readable behind its program part. Please download it again.");
    const off_t size = lseek(file, 0, SEEK_END);
    if (size < 0 || (uint64_t)size < image->offset + super.bytes_used) {
        fprintf(stderr, "%s: the file is cut off: %lld of %llu bytes are there. Please download it again.\n",
                image->path, (long long)size, (unsigned long long)(image->offset + super.bytes_used));
        return false;
    }
    if (sqfs_init(&image->fs, file, image->offset) != SQFS_OK)
        return refuse(image->path, "the packed files cannot be read. Please download it again.");
    return true;
}

int image_find(struct Image* image, const char* path, sqfs_inode* inode)
{
    bool found = false;
    if (sqfs_inode_get(&image->fs, inode, sqfs_inode_root(&image->fs)) != SQFS_OK
        || sqfs_lookup_path(&image->fs, inode, path, &found) != SQFS_OK)
        return -EIO;
    return found ? 0 : -ENOENT;
}

void image_stat(const sqfs_inode* inode, struct stat* st)
{
    memset(st, 0, sizeof *st);
    st->st_mode = inode->base.mode;
    st->st_nlink = (nlink_t)inode->nlink;
    st->st_mtime = inode->base.mtime;
    st->st_uid = getuid();
    st->st_gid = getgid();
    if (S_ISREG(st->st_mode))
        st->st_size = (off_t)inode->xtra.reg.file_size;
    else if (S_ISLNK(st->st_mode))
        st->st_size = (off_t)inode->xtra.symlink_size;
}

static bool write_file(struct Image* image, sqfs_inode* inode, const char* to)
{
    const int file = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, inode->base.mode & 0777);
    if (file < 0)
        return false;
    static char block[1 << 17];
    bool ok = true;
    for (uint64_t at = 0; ok && at < inode->xtra.reg.file_size;) {
        sqfs_off_t count = sizeof block;
        ok = sqfs_read_range(&image->fs, inode, (sqfs_off_t)at, &count, block) == SQFS_OK && count > 0
            && write(file, block, (size_t)count) == count;
        at += (uint64_t)count;
    }
    return close(file) == 0 && ok;
}

/// Makes the folders in which `path` lies.
static void make_parents(char* path)
{
    for (char* slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0755);
        *slash = '/';
    }
}

static bool extract_entry(struct Image* image, sqfs_inode_id id, char* to)
{
    sqfs_inode inode;
    if (sqfs_inode_get(&image->fs, &inode, id) != SQFS_OK)
        return false;
    make_parents(to);
    if (S_ISDIR(inode.base.mode))
        return mkdir(to, 0755) == 0 || errno == EEXIST;
    unlink(to);
    if (S_ISREG(inode.base.mode))
        return write_file(image, &inode, to);
    if (!S_ISLNK(inode.base.mode))
        return true; // devices and sockets have no place in an AppImage
    char link[4096];
    size_t size = sizeof link;
    return sqfs_readlink(&image->fs, &inode, link, &size) == SQFS_OK && symlink(link, to) == 0;
}

bool image_extract(struct Image* image, const char* target, const char* pattern)
{
    sqfs_traverse walk;
    if (sqfs_traverse_open(&walk, &image->fs, sqfs_inode_root(&image->fs)) != SQFS_OK)
        return refuse(image->path, "the packed files cannot be read. Please download it again.");
    sqfs_err error = SQFS_OK;
    bool ok = true;
    while (ok && sqfs_traverse_next(&walk, &error)) {
        char to[4096 + 512];
        if (walk.dir_end || (pattern && fnmatch(pattern, walk.path, 0) != 0))
            continue;
        snprintf(to, sizeof to, "%s/%s", target, walk.path);
        ok = extract_entry(image, sqfs_dentry_inode(&walk.entry), to);
        if (!ok)
            fprintf(stderr, "%s: cannot be unpacked: %s. Is there room in %s?\n", to, strerror(errno), target);
    }
    sqfs_traverse_close(&walk);
    return ok
        && (error == SQFS_OK || refuse(image->path, "the packed files cannot be read. Please download it again."));
}
