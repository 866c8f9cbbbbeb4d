// SPDX-License-Identifier: Apache-2.0
#include "netns.h"

#include <sys/stat.h>

#define OWN "/proc/self/ns/net"

bool netns_is_another(const char *path, struct failure *failure) {
    struct stat given;
    struct stat own;
    if (stat(path, &given) != 0) {
        return true;
    }
    if (stat(OWN, &own) != 0) {
        return fail(failure, CNI_INVALID_NETNS, "get plugin's netns failed");
    }
    if (given.st_dev == own.st_dev && given.st_ino == own.st_ino) {
        return fail(failure, CNI_INVALID_NETNS, "plugin's netns and netns from CNI_NETNS should not be the same");
    }
    return true;
}
