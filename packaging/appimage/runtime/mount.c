// SPDX-License-Identifier: GPL-3.0-or-later
#define FUSE_USE_VERSION 31
#include "mount.h"

#include <errno.h>
#include <fuse3/fuse.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct Image* served;
static int ready_pipe;

static int find(const char* path, sqfs_inode* inode)
{
    return image_find(served, path + 1, inode);
}

static void* on_init(struct fuse_conn_info* connection, struct fuse_config* config)
{
    (void)connection;
    config->kernel_cache = 1; // nothing ever changes in the image
    config->entry_timeout = config->attr_timeout = config->negative_timeout = 3600;
    config->nullpath_ok = 0;
    if (write(ready_pipe, "", 1) != 1)
        fuse_exit(fuse_get_context()->fuse);
    return NULL;
}

static int on_getattr(const char* path, struct stat* st, struct fuse_file_info* info)
{
    (void)info;
    sqfs_inode inode;
    const int error = find(path, &inode);
    if (error == 0)
        image_stat(&inode, st);
    return error;
}

static int on_readlink(const char* path, char* link, size_t size)
{
    sqfs_inode inode;
    const int error = find(path, &inode);
    if (error != 0)
        return error;
    return sqfs_readlink(&served->fs, &inode, link, &size) == SQFS_OK ? 0 : -EINVAL;
}

static int on_readdir(const char* path, void* buffer, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info* info,
                      enum fuse_readdir_flags flags)
{
    (void)offset, (void)info, (void)flags;
    sqfs_inode inode;
    sqfs_dir dir;
    sqfs_dir_entry entry;
    sqfs_name name;
    const int failed = find(path, &inode);
    if (failed != 0)
        return failed;
    if (sqfs_dir_open(&served->fs, &inode, &dir, 0) != SQFS_OK)
        return -ENOTDIR;
    fill(buffer, ".", NULL, 0, 0);
    fill(buffer, "..", NULL, 0, 0);
    sqfs_err error = SQFS_OK;
    sqfs_dentry_init(&entry, name);
    while (sqfs_dir_next(&served->fs, &dir, &entry, &error))
        fill(buffer, sqfs_dentry_name(&entry), NULL, 0, 0);
    return error == SQFS_OK ? 0 : -EIO;
}

static int on_open(const char* path, struct fuse_file_info* info)
{
    if ((info->flags & O_ACCMODE) != O_RDONLY)
        return -EROFS;
    sqfs_inode* inode = malloc(sizeof *inode);
    const int error = inode ? find(path, inode) : -ENOMEM;
    if (error != 0) {
        free(inode);
        return error;
    }
    info->fh = (uint64_t)(uintptr_t)inode;
    info->keep_cache = 1;
    return 0;
}

static int on_read(const char* path, char* buffer, size_t size, off_t offset, struct fuse_file_info* info)
{
    (void)path;
    sqfs_off_t count = (sqfs_off_t)size;
    sqfs_inode* inode = (sqfs_inode*)(uintptr_t)info->fh;
    return sqfs_read_range(&served->fs, inode, offset, &count, buffer) == SQFS_OK ? (int)count : -EIO;
}

static int on_release(const char* path, struct fuse_file_info* info)
{
    (void)path;
    free((sqfs_inode*)(uintptr_t)info->fh);
    return 0;
}

static void* wait_for_end(void* pipe)
{
    char byte;
    while (read(*(int*)pipe, &byte, 1) != 0)
        ;
    kill(getpid(), SIGTERM); // the loop's thread takes it, see below
    return NULL;
}

bool mount_possible(void)
{
    if (access("/dev/fuse", R_OK | W_OK) != 0)
        return false;
    return geteuid() == 0 || access("/usr/bin/fusermount3", X_OK) == 0 || access("/bin/fusermount3", X_OK) == 0;
}

bool mount_serve(struct Image* image, const char* target, int until, int ready)
{
    static const struct fuse_operations operations = {
        .init = on_init,
        .getattr = on_getattr,
        .readlink = on_readlink,
        .readdir = on_readdir,
        .open = on_open,
        .read = on_read,
        .release = on_release,
    };
    served = image;
    ready_pipe = ready;
    char* words[] = {"lacuna", "-oro,nosuid,nodev,fsname=Lacuna.AppImage,subtype=squashfs"};
    struct fuse_args arguments = FUSE_ARGS_INIT(2, words);
    struct fuse* fuse = fuse_new(&arguments, &operations, sizeof operations, NULL);
    if (!fuse)
        return false;
    if (fuse_mount(fuse, target) != 0) {
        fuse_destroy(fuse);
        return false;
    }
    fuse_set_signal_handlers(fuse_get_session(fuse));
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t watcher;
    if (pthread_create(&watcher, NULL, wait_for_end, &until) == 0) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        fuse_loop(fuse);
    }
    fuse_unmount(fuse);
    fuse_destroy(fuse);
    return true;
}
