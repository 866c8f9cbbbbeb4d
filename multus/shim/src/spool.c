// SPDX-License-Identifier: Apache-2.0
#include "spool.h"

#include "files.h"
#include "limits.h"
#include "spool_limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CONTAINER_LENGTH 128U
#define INTERFACE_LENGTH 15U

// FNV-1a, with the NUL at its end, so that no two texts run into each other.
static uint64_t hashed(uint64_t hash, const char *text) {
    do {
        hash = (hash ^ (unsigned char)*text) * 0x100000001B3U;
    } while (*text++ != '\0');
    return hash;
}

static size_t add_safely(char *name, const char *text, size_t limit) {
    static const char SAFE[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    size_t length = 0;
    for (; text[length] != '\0' && length < limit; length++) {
        name[length] = strchr(SAFE, text[length]) != NULL ? text[length] : '_';
    }
    return length;
}

void spool_name(const struct spool_entry *entry, char name[SPOOL_NAME_LENGTH]) {
    uint64_t hash = hashed(hashed(hashed(0xCBF29CE484222325U, entry->container), entry->interface), entry->netns);
    size_t length = add_safely(name, entry->container, CONTAINER_LENGTH);
    name[length++] = '-';
    length += add_safely(name + length, entry->interface, INTERFACE_LENGTH);
    snprintf(name + length, SPOOL_NAME_LENGTH - length, "-%016llx.json", (unsigned long long)hash);
}

// The rename is durable when the folder is.
static bool write_entry(int folder, const char *name, struct text request) {
    char temporary[SPOOL_NAME_LENGTH + 32];
    snprintf(temporary, sizeof temporary, ".%s.%ld" SPOOL_TEMPORARY, name, (long)getpid());
    int file = openat(folder, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        return false;
    }
    bool written = files_write(file, request) && fsync(file) == 0;
    written = close(file) == 0 && written;
    written = written && renameat(folder, temporary, folder, name) == 0 && fsync(folder) == 0;
    if (!written) {
        int cause = errno;
        unlinkat(folder, temporary, 0);
        errno = cause;
    }
    return written;
}

static int open_folder(const char *cni_folder) {
    char folder[PATH_LIMIT + sizeof "/spool"];
    snprintf(folder, sizeof folder, "%s/spool", cni_folder);
    return files_make_folder(folder) ? open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
}

bool spool_put(const char *cni_folder, const struct spool_entry *entry, struct failure *failure) {
    char name[SPOOL_NAME_LENGTH];
    spool_name(entry, name);
    int folder = open_folder(cni_folder);
    bool put = folder >= 0 && spool_make_room(folder, entry->request.length) && write_entry(folder, name, entry->request);
    if (!put) {
        fail(failure, CNI_IO_FAILURE, "cannot keep the DEL in %s/spool: %s", cni_folder, strerror(errno));
    }
    if (folder >= 0) {
        close(folder);
    }
    return put;
}
