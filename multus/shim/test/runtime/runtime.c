// SPDX-License-Identifier: Apache-2.0
// Stands in for a container runtime in a bench: calls a CNI plugin, so many at once, and says what each call took. It is small and static
// since a child's greatest memory counts what the process held from which it was made.
//   runtime PROGRAM CONFIG AT-ONCE OUTPUT < CALLS
// A call is a line: COMMAND CONTAINER SANDBOX ARGUMENTS, of CNI. Told is a line for each, in their order: exit status (128 and more for a
// signal), microseconds, KiB; and the microseconds of all.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

enum { CALLS = 100000, PARTS = 4, LINE = 1024 };

struct call {
    char *line;
    long long begin;
    long long micros;
    long kibibytes;
    pid_t pid;
    int status;
};

static struct call calls[CALLS];

static void fail(const char *what) {
    perror(what);
    exit(2);
}

static long long now(void) {
    struct timespec time;
    if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) {
        fail("clock_gettime");
    }
    return (long long)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static size_t read_calls(void) {
    char line[LINE];
    size_t count = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (count == CALLS || (calls[count++].line = strdup(line)) == NULL) {
            errno = ENOMEM;
            fail("calls");
        }
    }
    return count;
}

static void start(struct call *call, char *program, const posix_spawn_file_actions_t *files) {
    static const char *const names[PARTS] = {"CNI_COMMAND", "CNI_CONTAINERID", "CNI_NETNS", "CNI_ARGS"};
    char variables[PARTS][LINE];
    char interface[] = "CNI_IFNAME=eth0";
    char path[] = "CNI_PATH=/opt/cni/bin";
    char *environment[PARTS + 3] = {interface, path};
    char *arguments[] = {program, NULL};
    char *rest = call->line;
    for (size_t i = 0; i < PARTS; i++) {
        const char *part = strsep(&rest, " ");
        snprintf(variables[i], LINE, "%s=%s", names[i], part == NULL ? "" : part);
        environment[i + 2] = variables[i];
    }
    call->begin = now();
    errno = posix_spawn(&call->pid, program, files, NULL, arguments, environment);
    if (errno != 0) {
        fail(program);
    }
}

static void reap(size_t started) {
    struct rusage usage;
    int status = 0;
    pid_t pid = wait4(-1, &status, 0, &usage);
    if (pid < 0) {
        fail("wait4");
    }
    for (size_t i = started; i-- > 0;) {
        if (calls[i].pid == pid) {
            calls[i].pid = 0;
            calls[i].micros = now() - calls[i].begin;
            calls[i].kibibytes = usage.ru_maxrss;
            calls[i].status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            return;
        }
    }
}

int main(int count, char **arguments) {
    posix_spawn_file_actions_t files;
    if (count != 5) {
        errno = EINVAL;
        fail("runtime PROGRAM CONFIG AT-ONCE OUTPUT");
    }
    size_t at_once = strtoul(arguments[3], NULL, 10);
    size_t all = read_calls();
    errno = posix_spawn_file_actions_init(&files);
    if (errno != 0 || at_once == 0 || posix_spawn_file_actions_addopen(&files, 0, arguments[2], O_RDONLY, 0) != 0 ||
        posix_spawn_file_actions_addopen(&files, 1, arguments[4], O_WRONLY | O_CREAT | O_APPEND, 0600) != 0 ||
        posix_spawn_file_actions_adddup2(&files, 1, 2) != 0) {
        fail("files");
    }
    long long begin = now();
    for (size_t started = 0, ended = 0; ended < all; ended++) {
        while (started < all && started - ended < at_once) {
            start(&calls[started++], arguments[1], &files);
        }
        reap(started);
    }
    long long end = now();
    for (size_t i = 0; i < all; i++) {
        printf("%d %lld %ld\n", calls[i].status, calls[i].micros, calls[i].kibibytes);
    }
    printf("%lld\n", end - begin);
    return fflush(stdout) == 0 ? 0 : 2;
}
