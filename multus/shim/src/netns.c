// SPDX-License-Identifier: Apache-2.0
#include "netns.h"

#include "root.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

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

// The process's own, and the one of the node's init where that is seen.
enum { OWN_ONES = 2 };

struct own_ones {
    size_t count;
    struct stat each[OWN_ONES];
};

static struct own_ones own_ones(void) {
    static const char *const PATHS[OWN_ONES] = {OWN, "/proc/1/ns/net"};
    struct own_ones own = {.count = 0};
    for (size_t i = 0; i < OWN_ONES; i++) {
        own.count += stat(PATHS[i], &own.each[own.count]) == 0;
    }
    return own;
}

static bool is_own(const struct own_ones *own, const struct stat *given) {
    for (size_t i = 0; i < own->count; i++) {
        if (given->st_dev == own->each[i].st_dev && given->st_ino == own->each[i].st_ino) {
            return true;
        }
    }
    return false;
}

static int open_place(int place, const char *path, struct failure *failure) {
    char seen[sizeof "/proc/self/fd/" + 3 * sizeof place];
    struct statfs about;
    if (fstatfs(place, &about) == 0 && about.f_type != NSFS_MAGIC) {
        fail(failure, CNI_INVALID_NETNS, "%s is no network namespace", path);
        return -1;
    }
    snprintf(seen, sizeof seen, "/proc/self/fd/%d", place);
    int namespace = open(seen, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (namespace < 0) {
        fail(failure, CNI_INVALID_NETNS, "cannot open %s: %s", path, strerror(errno));
    }
    return namespace;
}

// Looks first at what is there: to open a device or a pipe may do something, or take forever.
static int open_namespace(const char *path, struct failure *failure) {
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) {
        fail(failure, CNI_INVALID_NETNS, "cannot open %s: %s", path, strerror(errno));
        return -1;
    }
    int namespace = open_place(place, path, failure);
    close(place);
    return namespace;
}

static bool enter(int namespace, const char *path, const struct own_ones *forbidden, struct failure *failure) {
    struct stat given;
    if (fstat(namespace, &given) != 0) {
        return fail(failure, CNI_INVALID_NETNS, "cannot look at %s: %s", path, strerror(errno));
    }
    if (is_own(forbidden, &given)) {
        return fail(failure, CNI_INVALID_NETNS, "%s is the network namespace of the node itself", path);
    }
    if (setns(namespace, CLONE_NEWNET) != 0) {
        return errno == EINVAL ? fail(failure, CNI_INVALID_NETNS, "%s is no network namespace", path)
                               : fail(failure, CNI_INVALID_NETNS, "cannot enter %s: %s", path, strerror(errno));
    }
    return true;
}

bool netns_enter(const char *root, const char *path, bool may_be_own, struct failure *failure) {
    struct own_ones forbidden = own_ones(); // before the root is another one, which may have no /proc
    if (may_be_own) {
        forbidden.count = 0;
    }
    if (!root_enter(root, failure)) {
        return false;
    }
    int namespace = open_namespace(path, failure);
    if (namespace < 0) {
        return false;
    }
    bool right = enter(namespace, path, &forbidden, failure);
    close(namespace);
    return right;
}
