// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/limits.h"
#include "src/spool.h"
#include "src/spool_limits.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void names_are_safe_and_different(void) {
    char name[SPOOL_NAME_LENGTH];
    char other[SPOOL_NAME_LENGTH];
    char container[4096];
    memset(container, 'c', sizeof container - 1);
    container[sizeof container - 1] = '\0';
    spool_name(&(struct spool_entry){"abc", "eth0", "/run/netns/x", {"", 0}}, name);
    CHECK(strncmp(name, "abc-eth0-", 9) == 0 && strlen(name) == strlen("abc-eth0-0123456789abcdef.json"));
    spool_name(&(struct spool_entry){"abc", "eth0", "/run/netns/y", {"", 0}}, other);
    CHECK(strcmp(name, other) != 0);
    spool_name(&(struct spool_entry){"abce", "th0", "/run/netns/x", {"", 0}}, other);
    CHECK(strcmp(name + strlen(name) - 21, other + strlen(other) - 21) != 0);
    spool_name(&(struct spool_entry){container, "e\xC3\xA9\"\n0123456789", "", {"", 0}}, name);
    CHECK(strlen(name) < SPOOL_NAME_LENGTH && strpbrk(name, "/\"\n\xC3") == NULL);
}

// Where a test's spool is: <root>/cni/spool.
struct place {
    char root[64];
    char cni[128];
    char spool[160];
};

static struct place new_place(void) {
    struct place place;
    snprintf(place.root, sizeof place.root, "%s", "/tmp/multus-shim-units-XXXXXX");
    CHECK(mkdtemp(place.root) != NULL);
    snprintf(place.cni, sizeof place.cni, "%s/cni", place.root);
    snprintf(place.spool, sizeof place.spool, "%s/spool", place.cni);
    return place;
}

static size_t count_files(const struct place *place, bool remove_them) {
    size_t count = 0;
    DIR *names = opendir(place->spool);
    for (struct dirent *next = names == NULL ? NULL : readdir(names); next != NULL; next = readdir(names)) {
        count += next->d_name[0] == '.' && (next->d_name[1] == '\0' || next->d_name[1] == '.') ? 0 : 1;
        if (remove_them) {
            unlinkat(dirfd(names), next->d_name, 0);
        }
    }
    if (names != NULL) {
        closedir(names);
    }
    return count;
}

static void remove_place(const struct place *place) {
    count_files(place, true);
    rmdir(place->spool);
    unlink(place->cni);
    rmdir(place->cni);
    CHECK(rmdir(place->root) == 0);
}

static void put_file(const struct place *place, const char *name, long age) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", place->spool, name);
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    struct timespec times[2] = {{.tv_sec = time(NULL) - age}, {.tv_sec = time(NULL) - age}};
    CHECK(file >= 0 && futimens(file, times) == 0);
    close(file);
}

static bool has_file(const struct place *place, const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", place->spool, name);
    return access(path, F_OK) == 0;
}

static bool put(const struct place *place, const char *container, const char *request, struct failure *failure) {
    struct spool_entry entry = {container, "eth0", "/n", text_of(request)};
    return spool_put(place->cni, &entry, failure);
}

static void keeps_a_request_for_its_owner_alone(void) {
    struct place place = new_place();
    struct failure failure = failure_none();
    CHECK(put(&place, "c", "first", &failure));
    CHECK(put(&place, "c", "second", &failure));
    CHECK(count_files(&place, false) == 1);
    char name[SPOOL_NAME_LENGTH];
    spool_name(&(struct spool_entry){"c", "eth0", "/n", {"", 0}}, name);
    char path[512];
    snprintf(path, sizeof path, "%s/%s", place.spool, name);
    struct stat about;
    CHECK(stat(path, &about) == 0 && (about.st_mode & 07777) == 0600 && about.st_size == 6);
    CHECK(stat(place.spool, &about) == 0 && (about.st_mode & 07777) == 0700);
    remove_place(&place);
}

#define A_YEAR (365L * 24L * 3600L)

// Before its clock is set a node without a battery writes files of the day on which it was switched off.
static void an_entry_stays_when_the_date_jumps(void) {
    struct place place = new_place();
    struct failure failure = failure_none();
    CHECK(put(&place, "c", "x", &failure));
    put_file(&place, "before.json", A_YEAR);
    put_file(&place, "after.json", -A_YEAR);
    CHECK(put(&place, "d", "x", &failure));
    CHECK(has_file(&place, "before.json") && has_file(&place, "after.json"));
    remove_place(&place);
}

static void what_a_killed_shim_left_goes(void) {
    struct place place = new_place();
    struct failure failure = failure_none();
    CHECK(put(&place, "c", "x", &failure));
    put_file(&place, ".left.tmp", SPOOL_TEMPORARY_SECONDS + 10);
    put_file(&place, ".written.tmp", 1);
    CHECK(put(&place, "d", "x", &failure));
    CHECK(!has_file(&place, ".left.tmp") && has_file(&place, ".written.tmp"));
    remove_place(&place);
}

static void the_oldest_make_room(void) {
    struct place place = new_place();
    struct failure failure = failure_none();
    CHECK(put(&place, "c", "x", &failure));
    for (unsigned i = 0; i < SPOOL_ENTRIES + 1; i++) {
        char name[32];
        snprintf(name, sizeof name, "e%u.json", i);
        put_file(&place, name, (long)(SPOOL_ENTRIES + 10 - i));
    }
    CHECK(put(&place, "d", "x", &failure));
    CHECK(count_files(&place, false) == SPOOL_ENTRIES);
    CHECK(!has_file(&place, "e0.json") && !has_file(&place, "e1.json") && !has_file(&place, "e2.json") && has_file(&place, "e3.json"));
    remove_place(&place);
}

static void the_bytes_are_counted_too(void) {
    struct place place = new_place();
    struct failure failure = failure_none();
    CHECK(put(&place, "c", "x", &failure));
    put_file(&place, "large.json", 60);
    put_file(&place, "older.json", 90);
    char path[512];
    snprintf(path, sizeof path, "%s/large.json", place.spool);
    CHECK(truncate(path, SPOOL_BYTES - 5) == 0);
    struct timespec times[2] = {{.tv_sec = time(NULL) - 60}, {.tv_sec = time(NULL) - 60}};
    CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
    CHECK(put(&place, "d", "xxxx", &failure));
    CHECK(has_file(&place, "large.json") && has_file(&place, "older.json"));
    CHECK(put(&place, "e", "xxxx", &failure));
    CHECK(!has_file(&place, "large.json") && !has_file(&place, "older.json"));
    CHECK(count_files(&place, false) == 3);
    remove_place(&place);
}

static void refuses_what_never_fits(void) {
    struct place place = new_place();
    int folder = open(place.root, O_RDONLY | O_DIRECTORY);
    CHECK(!spool_make_room(folder, SPOOL_BYTES + 1) && errno == EFBIG);
    close(folder);
    remove_place(&place);
}

static void says_where_it_cannot_write(void) {
    struct place place = new_place();
    struct failure failure = failure_none();
    int file = open(place.cni, O_WRONLY | O_CREAT, 0600);
    close(file);
    CHECK(!put(&place, "c", "x", &failure));
    CHECK_FAILURE(&failure, CNI_IO_FAILURE, "cannot keep the DEL in /tmp/multus-shim-units-");
    remove_place(&place);
}

static void follows_no_link(void) {
    struct place place = new_place();
    struct failure failure = failure_none();
    CHECK(mkdir(place.cni, 0700) == 0 && symlink(place.root, place.spool) == 0);
    CHECK(!put(&place, "c", "x", &failure));
    failure_free(&failure);
    unlink(place.spool);
    remove_place(&place);
}

void test_spool(void) {
    names_are_safe_and_different();
    keeps_a_request_for_its_owner_alone();
    an_entry_stays_when_the_date_jumps();
    what_a_killed_shim_left_goes();
    the_oldest_make_room();
    the_bytes_are_counted_too();
    refuses_what_never_fits();
    says_where_it_cannot_write();
    follows_no_link();
}
