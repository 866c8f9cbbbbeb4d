// SPDX-License-Identifier: Apache-2.0
#include "files.h"

#include "clock.h"
#include "limits.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE (64U * KIB)

const char *files_read(int file, struct buffer *to, long long deadline) {
    for (;;) {
        if (!clock_await(file, POLLIN, deadline)) {
            return "timed out";
        }
        char over_the_limit;
        size_t space = 1;
        char *free = buffer_space(to, PIECE, &space);
        if (free == NULL && to->broken) {
            return "out of memory";
        }
        ssize_t length = read(file, free == NULL ? &over_the_limit : free, space);
        if (length == 0) {
            return NULL;
        }
        if (length > 0 && free == NULL) {
            return "too large";
        }
        if (length > 0) {
            to->length += (size_t)length;
            to->bytes[to->length] = '\0';
        } else if (errno != EINTR && errno != EAGAIN) {
            return strerror(errno);
        }
    }
}

bool files_write(int file, struct text bytes) {
    while (bytes.length > 0) {
        ssize_t length = write(file, bytes.at, bytes.length);
        if (length < 0 && errno != EINTR) {
            return false;
        }
        if (length > 0) {
            bytes.at += length;
            bytes.length -= (size_t)length;
        }
    }
    return true;
}

bool files_make_folder(const char *path) {
    char folder[PATH_LIMIT];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        folder[i] = path[i];
        bool part = i > 0 && (path[i] == '/' || path[i] == '\0');
        if (!part) {
            continue;
        }
        folder[i] = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
            return false;
        }
        folder[i] = path[i];
    }
    return true;
}
