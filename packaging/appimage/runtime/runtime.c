// SPDX-License-Identifier: GPL-3.0-or-later
// The program part of the AppImage: makes the packed files readable, through FUSE or by unpacking them to a temporary
// folder, and starts AppRun in them. After https://github.com/AppImage/AppImageSpec (type 2); the options are those
// that the official runtime has.
//
// Three processes: this one, which forwards signals and returns AppRun's exit code; AppRun; and the keeper, which
// serves or keeps the files while any process holds the pipe that this one and AppRun's children inherit. So they
// vanish however the others end.
#include "mount.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED = 127 };

/// Where newer versions are, for programs that update AppImages. They look for this section; packaging/appimage/make
/// writes into it.
__attribute__((section(".upd_info"), used)) static const char update_information[1024] = {0};

static struct Image image;
static volatile pid_t app;

static int fail(const char* what)
{
    fprintf(stderr, "AppImage: %s: %s\n", what, strerror(errno));
    return FAILED;
}

static const char* const usage =
    "Options of the AppImage itself; everything else goes to the program inside:\n"
    "  --appimage-extract [PATTERN]     unpack into ./squashfs-root\n"
    "  --appimage-extract-and-run ...   run from a temporary folder, without FUSE\n"
    "  --appimage-mount                 mount, print where, until Ctrl-C\n"
    "  --appimage-offset                print where the packed files begin\n"
    "  --appimage-help                  print this\n"
    "Environment: APPIMAGE_EXTRACT_AND_RUN=1 is the same as --appimage-extract-and-run; TMPDIR is where to mount or "
    "unpack.\n"
    "Folders named like the file and .home or .config beside it become HOME and XDG_CONFIG_HOME.\n";

static int remove_one(const char* path, const struct stat* st, int kind, struct FTW* place)
{
    (void)st, (void)kind, (void)place;
    return remove(path);
}

/// Keeps the files at `folder` until the pipe `until` has no writer, then removes them. Says on `ready` when they can
/// be used.
static void keep(const char* folder, bool mounted, int until, int ready)
{
    setsid(); // a Ctrl-C in the terminal is for the program
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    prctl(PR_SET_NAME, mounted ? "appimage-mount" : "appimage-files");
    if (mounted) {
        if (!mount_serve(&image, folder, until, ready))
            _exit(1);
        rmdir(folder);
        _exit(0);
    }
    char byte = image_extract(&image, folder, NULL) ? 0 : 1;
    if (byte == 0 && write(ready, &byte, 1) == 1)
        close(ready);
    else
        close(until);
    while (byte == 0 && read(until, &byte, 1) != 0)
        ;
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    _exit(0);
}

/// Starts the keeper and waits until the files are there. `held`: the end of the pipe that keeps them there; inherited
/// by children.
static bool start_keeper(char* folder, size_t size, bool mounted, pid_t* keeper, int* held)
{
    const char* temporary = getenv("TMPDIR");
    snprintf(folder, size, "%s/.%s_lacuna.XXXXXX", temporary && *temporary ? temporary : "/tmp",
             mounted ? "mount" : "files");
    int until[2], ready[2];
    if (!mkdtemp(folder) || pipe(until) != 0 || pipe(ready) != 0)
        return false;
    *keeper = fork();
    if (*keeper == 0) {
        close(until[1]);
        close(ready[0]);
        keep(folder, mounted, until[0], ready[1]);
    }
    close(until[0]);
    close(ready[1]);
    char byte;
    const bool there = *keeper > 0 && read(ready[0], &byte, 1) == 1;
    close(ready[0]);
    *held = until[1];
    if (!there) {
        close(until[1]);
        rmdir(folder);
    }
    return there;
}

/// A terminal sends its signals to all processes by itself; what others send to this one is meant for the program.
static void forward(int signal, siginfo_t* info, void* context)
{
    (void)context;
    if (app > 0 && info->si_code <= 0)
        kill(app, signal);
}

static void use_portable_folder(const char* suffix, const char* variable)
{
    char folder[sizeof image.path + 16];
    struct stat st;
    snprintf(folder, sizeof folder, "%s%s", image.path, suffix);
    if (stat(folder, &st) == 0 && S_ISDIR(st.st_mode))
        setenv(variable, folder, 1);
}

static void start_program(const char* folder, char** arguments)
{
    char program[4096 + 16], here[4096];
    snprintf(program, sizeof program, "%s/AppRun", folder);
    setenv("APPDIR", folder, 1);
    setenv("APPIMAGE", image.path, 1);
    setenv("ARGV0", arguments[0], 1);
    if (getcwd(here, sizeof here))
        setenv("OWD", here, 1);
    use_portable_folder(".home", "HOME");
    use_portable_folder(".config", "XDG_CONFIG_HOME");
    prctl(PR_SET_PDEATHSIG, SIGTERM); // however this process ends, the program is not left behind
    execv(program, arguments);
    _exit(fail(program));
}

/// Runs AppRun in `folder` (or waits for a signal, without arguments). Its exit code; 128 + signal if one ended it.
static int supervise(const char* folder, char** arguments)
{
    struct sigaction action = {.sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART};
    const int forwarded[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
    app = fork();
    if (app < 0)
        return fail("cannot start a process");
    if (app == 0) {
        if (arguments)
            start_program(folder, arguments);
        for (;;)
            pause();
    }
    for (size_t i = 0; i < sizeof forwarded / sizeof *forwarded; ++i)
        sigaction(forwarded[i], &action, NULL);
    int status;
    while (waitpid(app, &status, 0) < 0)
        if (errno != EINTR)
            return fail("lost the program");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(bool unpack, char** arguments)
{
    char folder[4096];
    pid_t keeper = 0;
    int held = -1;
    if ((unpack || !mount_possible() || !start_keeper(folder, sizeof folder, true, &keeper, &held))
        && !start_keeper(folder, sizeof folder, false, &keeper, &held)) {
        fprintf(stderr,
                "AppImage: the files could not be made readable in %s. Set TMPDIR to a folder with 200 MB of room.\n",
                folder);
        return FAILED;
    }
    if (!arguments) {
        puts(folder);
        fflush(stdout);
    }
    const int code = supervise(folder, arguments);
    close(held);
    waitpid(keeper, NULL, 0);
    return code;
}

int main(int count, char** arguments)
{
    const char* option = count > 1 ? arguments[1] : "";
    if (strcmp(option, "--appimage-help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (!image_open(&image))
        return FAILED;
    if (strcmp(option, "--appimage-offset") == 0)
        return printf("%zu\n", image.offset) > 0 ? 0 : FAILED;
    if (strcmp(option, "--appimage-extract") == 0) {
        if (mkdir("squashfs-root", 0755) != 0 && errno != EEXIST)
            return fail("squashfs-root");
        return image_extract(&image, "squashfs-root", count > 2 ? arguments[2] : NULL) ? 0 : FAILED;
    }
    if (strcmp(option, "--appimage-mount") == 0)
        return run(false, NULL);
    if (strncmp(option, "--appimage-", 11) == 0 && strcmp(option, "--appimage-extract-and-run") != 0) {
        fprintf(stderr, "AppImage: unknown option %s\n%s", option, usage);
        return FAILED;
    }
    const char* wanted = getenv("APPIMAGE_EXTRACT_AND_RUN");
    bool unpack = wanted && *wanted && strcmp(wanted, "0") != 0;
    if (strcmp(option, "--appimage-extract-and-run") == 0) {
        unpack = true;
        arguments[1] = arguments[0];
        ++arguments;
    }
    return run(unpack, arguments);
}
