// SPDX-License-Identifier: Apache-2.0
#include "root.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool root_enter(const char *root, struct failure *failure) {
    if (strcmp(root, "/") != 0 && chroot(root) != 0) {
        return fail(failure, CNI_INTERNAL, "cannot make %s the root: %s", root, strerror(errno));
    }
    return chdir("/") == 0 || fail(failure, CNI_INTERNAL, "cannot enter %s: %s", root, strerror(errno));
}
