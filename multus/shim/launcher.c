// SPDX-License-Identifier: Apache-2.0
// Runs a CNI plugin of the host's, for a daemon that sees the host below a folder: multus-launch ROOT PROGRAM
//
// The process becomes the plugin, so its exit status is the plugin's. It leads a session, and so a process group, of its own: the daemon ends
// both by kill(-pid). Environment, input and output are the daemon's affair. What goes wrong before the plugin runs is printed as a plugin's
// failure is.
#include "src/clock.h"
#include "src/failure.h"
#include "src/files.h"
#include "src/limits.h"
#include "src/root.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// A plugin that is just being replaced cannot be run; upstream tries again for six seconds.
#define BUSY_MS 6000
#define BUSY_INTERVAL_MS 50

static int report(struct failure *failure) {
    struct buffer output = buffer_of(FAILURE_LIMIT);
    failure_write(failure, &output);
    files_write(STDOUT_FILENO, buffer_text(&output));
    buffer_free(&output);
    failure_free(failure);
    return 1;
}

// What a JVM leaves to its children: open files without close-on-exec, and its own mask of signals.
static void leave_the_daemon(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    setsid();
#ifdef SYS_close_range
    syscall(SYS_close_range, STDERR_FILENO + 1U, ~0U, 0U);
#endif
}

static bool become(char *program, struct failure *failure) {
    char *arguments[] = {program, NULL};
    long long deadline = clock_now() + BUSY_MS;
    do {
        execve(program, arguments, environ);
        if (errno != ETXTBSY) {
            break;
        }
        clock_sleep_until(clock_now() + BUSY_INTERVAL_MS);
    } while (clock_left(deadline) > 0);
    return fail(failure, CNI_INTERNAL, "cannot run %s: %s", program, strerror(errno));
}

int main(int count, char **arguments) {
    struct failure failure = failure_none();
    if (count != 3 || arguments[1][0] != '/' || arguments[2][0] != '/') {
        fail(&failure, CNI_INTERNAL, "usage: multus-launch ROOT PROGRAM, both of them absolute paths");
        return report(&failure);
    }
    leave_the_daemon();
    if (root_enter(arguments[1], &failure)) {
        become(arguments[2], &failure);
    }
    return report(&failure);
}
