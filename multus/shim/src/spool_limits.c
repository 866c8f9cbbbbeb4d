// SPDX-License-Identifier: Apache-2.0
#include "spool_limits.h"

#include "limits.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct contents {
    size_t entries;
    size_t bytes;
    struct timespec oldest_time;
    char oldest[256];
};

static bool ends_with(const char *name, const char *ending) {
    size_t length = strlen(name);
    return length >= strlen(ending) && strcmp(name + length - strlen(ending), ending) == 0;
}

static bool is_before(struct timespec one, struct timespec other) {
    return one.tv_sec != other.tv_sec ? one.tv_sec < other.tv_sec : one.tv_nsec < other.tv_nsec;
}

static void look_at(int folder, const char *name, struct contents *contents) {
    struct stat about;
    if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(about.st_mode)) {
        return;
    }
    if (ends_with(name, SPOOL_TEMPORARY)) {
        if (time(NULL) - about.st_mtim.tv_sec > SPOOL_TEMPORARY_SECONDS) {
            unlinkat(folder, name, 0);
        }
        return;
    }
    if (contents->entries == 0 || is_before(about.st_mtim, contents->oldest_time)) {
        contents->oldest_time = about.st_mtim;
        snprintf(contents->oldest, sizeof contents->oldest, "%s", name);
    }
    contents->entries++;
    contents->bytes += (size_t)about.st_size;
}

static bool look(int folder, struct contents *contents) {
    *contents = (struct contents){.entries = 0};
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *names = again < 0 ? NULL : fdopendir(again);
    if (names == NULL) {
        return false;
    }
    for (struct dirent *next = readdir(names); next != NULL; next = readdir(names)) {
        look_at(folder, next->d_name, contents);
    }
    closedir(names);
    return true;
}

bool spool_make_room(int folder, size_t wanted) {
    struct contents contents;
    if (wanted > SPOOL_BYTES) {
        errno = EFBIG;
        return false;
    }
    while (look(folder, &contents)) {
        if (contents.entries < SPOOL_ENTRIES && contents.bytes + wanted <= SPOOL_BYTES) {
            return true;
        }
        if (unlinkat(folder, contents.oldest, 0) != 0 && errno != ENOENT) {
            return false;
        }
    }
    return false;
}
