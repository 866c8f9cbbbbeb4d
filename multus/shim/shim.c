// SPDX-License-Identifier: Apache-2.0
// What container runtimes call in the place of a CNI plugin: it hands the call to the node's Multus daemon and its answer back.
#include "src/command.h"
#include "src/files.h"
#include "src/limits.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef SHIM_VERSION
#define SHIM_VERSION "unknown"
#endif

static int print_usage(const char *program, int status) {
    fprintf(stderr, "Usage of %s:\n  -v, -version\n    \tShow application version\n", program);
    return status;
}

// Go's flags: one dash or two, until the first word that is none.
static int run_option(const char *program, const char *option) {
    const char *name = option + (option[1] == '-' ? 2 : 1);
    if (strcmp(name, "v") == 0 || strcmp(name, "version") == 0) {
        printf("multus-shim: version:%s\n", SHIM_VERSION);
        return 0;
    }
    bool asked = strcmp(name, "h") == 0 || strcmp(name, "help") == 0;
    if (!asked) {
        fprintf(stderr, "flag provided but not defined: -%s\n", name);
    }
    return print_usage(program, asked ? 0 : 2);
}

// A file that is opened must not become what the runtime reads.
static void open_standard_files(void) {
    int file;
    do {
        file = open("/dev/null", O_RDWR);
    } while (file >= 0 && file <= STDERR_FILENO);
    if (file > STDERR_FILENO) {
        close(file);
    }
}

static int run_command(void) {
    struct buffer output = buffer_of(RESULT_LIMIT);
    struct failure failure = failure_none();
    bool right = command_run(STDIN_FILENO, &output, &failure);
    if (!right) {
        buffer_clear(&output);
        failure_write(&failure, &output);
    }
    bool written = !output.broken && files_write(STDOUT_FILENO, buffer_text(&output));
    failure_free(&failure);
    buffer_free(&output);
    return right && written ? 0 : 1;
}

int main(int count, char **arguments) {
    open_standard_files();
    signal(SIGPIPE, SIG_IGN);
    if (count > 1 && arguments[1][0] == '-' && arguments[1][1] != '\0' && strcmp(arguments[1], "--") != 0) {
        return run_option(arguments[0], arguments[1]);
    }
    return run_command();
}
