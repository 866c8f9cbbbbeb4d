// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <stdio.h>
#include <string.h>

static struct {
    unsigned count;
    unsigned failed;
} checks;

void check(bool condition, const char *what, const char *file, int line) {
    checks.count++;
    if (!condition) {
        checks.failed++;
        printf("%s:%d: not so: %s\n", file, line, what);
    }
}

void check_text(struct text actual, const char *expected, const char *file, int line) {
    checks.count++;
    if (!text_is(actual, expected)) {
        checks.failed++;
        printf("%s:%d: expected: %s\n  but was: %.*s\n", file, line, expected, (int)actual.length, actual.at);
    }
}

void check_failure(struct failure *failure, unsigned code, const char *message, const char *file, int line) {
    struct text actual = buffer_text(&failure->message);
    check_text(text_start(actual, strlen(message)), message, file, line);
    check(failure->code == code, "the failure's code", file, line);
    failure_free(failure);
    failure->code = 0;
}

unsigned check_failed(void) {
    return checks.failed;
}

unsigned check_count(void) {
    return checks.count;
}
