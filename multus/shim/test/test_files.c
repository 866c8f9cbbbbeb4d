// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/clock.h"
#include "src/files.h"
#include "src/log.h"
#include "src/netns.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static void reads_until_the_limit(void) {
    static const struct {
        const char *written;
        const char *cause;
    } CASES[] = {{"", NULL}, {"abcd", NULL}, {"abcde", "too large"}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        int ends[2];
        CHECK(pipe(ends) == 0 && files_write(ends[1], text_of(CASES[i].written)));
        close(ends[1]);
        struct buffer text = buffer_of(4);
        const char *cause = files_read(ends[0], &text, clock_now() + 10000);
        CHECK(CASES[i].cause == NULL ? cause == NULL : cause != NULL && strcmp(cause, CASES[i].cause) == 0);
        CHECK_TEXT(buffer_text(&text), i == 0 ? "" : "abcd");
        buffer_free(&text);
        close(ends[0]);
    }
}

static void waits_for_no_more_than_the_deadline(void) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    struct buffer text = buffer_of(4);
    const char *cause = files_read(ends[0], &text, clock_now() + 20);
    CHECK(cause != NULL && strcmp(cause, "timed out") == 0);
    buffer_free(&text);
    close(ends[0]);
    close(ends[1]);
}

static void sleeps_until_the_moment(void) {
    long long moment = clock_now() + 20;
    clock_sleep_until(moment);
    CHECK(clock_now() >= moment && clock_left(moment) == 0);
}

static void logs_where_and_what_is_asked_for(void) {
    char folder[] = "/tmp/multus-shim-units-XXXXXX";
    char path[128];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/sub/shim.log", folder);
    struct log log = {LOG_ERROR, false, path};
    log_line(&log, LOG_VERBOSE, "not ", text_of("this"));
    log_line(&log, LOG_ERROR, "what: ", text_of("it\nsays"));
    int file = open(path, O_RDONLY);
    struct buffer text = buffer_of(1024);
    CHECK(file >= 0 && files_read(file, &text, clock_now() + 1000) == NULL);
    const char *level = strstr(buffer_chars(&text), "Z [error] what: it says\n");
    CHECK(level == buffer_chars(&text) + strlen("2026-01-01T00:00:00"));
    CHECK(strstr(buffer_chars(&text), "this") == NULL);
    buffer_free(&text);
    close(file);
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    CHECK(rmdir(folder) == 0);
}

static void keeps_one_log_file_before(void) {
    char path[] = "/tmp/multus-shim-units-XXXXXX";
    char before[64];
    int file = mkstemp(path);
    CHECK(file >= 0 && ftruncate(file, 100L << 20) == 0);
    close(file);
    log_line(&(struct log){LOG_ERROR, false, path}, LOG_ERROR, "", text_of("x"));
    struct stat about;
    CHECK(stat(path, &about) == 0 && about.st_size < 100);
    snprintf(before, sizeof before, "%s.old", path);
    CHECK(stat(before, &about) == 0 && about.st_size == 100L << 20);
    unlink(path);
    unlink(before);
}

static long long size_of(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 ? (long long)about.st_size : -1;
}

// Both shims have opened the file when it was too long; the one that is late renames no file that the other has begun.
static void two_shims_that_rotate_keep_the_long_file(void) {
    char path[] = "/tmp/multus-shim-units-XXXXXX";
    char before[64];
    int late = mkstemp(path);
    snprintf(before, sizeof before, "%s.old", path);
    CHECK(late >= 0 && ftruncate(late, 100L << 20) == 0);
    log_line(&(struct log){LOG_ERROR, false, path}, LOG_ERROR, "", text_of("x"));
    CHECK(size_of(before) == 100L << 20);
    CHECK(log_set_aside(late, path));
    CHECK(size_of(before) == 100L << 20 && size_of(path) > 0 && size_of(path) < 100);
    close(late);
    unlink(path);
    unlink(before);
}

static void waits_for_no_shim_that_rotates(void) {
    char path[] = "/tmp/multus-shim-units-XXXXXX";
    char before[64];
    int other = mkstemp(path);
    snprintf(before, sizeof before, "%s.old", path);
    CHECK(other >= 0 && ftruncate(other, 100L << 20) == 0 && flock(other, LOCK_EX) == 0);
    log_line(&(struct log){LOG_ERROR, false, path}, LOG_ERROR, "", text_of("x"));
    CHECK(size_of(path) > 100L << 20 && size_of(before) == -1);
    close(other);
    unlink(path);
    unlink(before);
}

static void knows_levels(void) {
    enum log_level level = LOG_PANIC;
    CHECK(log_level_of(text_of("VERBOSE"), &level) && level == LOG_VERBOSE);
    CHECK(!log_level_of(text_of("info"), &level) && level == LOG_VERBOSE);
}

static void knows_its_own_namespace(void) {
    struct failure failure = failure_none();
    CHECK(netns_is_another("", &failure) && netns_is_another("/nowhere", &failure) && netns_is_another("/proc/self/ns/uts", &failure));
    CHECK(!netns_is_another("/proc/self/ns/net", &failure));
    CHECK_FAILURE(&failure, CNI_INVALID_NETNS, "plugin's netns and netns from CNI_NETNS should not be the same");
}

// Opening a device may do something, and opening a pipe waits for its other end.
static void enters_nothing_but_another_network_namespace(void) {
    static const char *const NONE[] = {"/dev/null", "/tmp", "/proc/self/exe", "/proc/self/ns/uts"};
    char folder[] = "/tmp/multus-shim-units-XXXXXX";
    char pipe_path[64];
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(NONE); i++) {
        CHECK(!netns_enter("/", NONE[i], false, &failure));
        CHECK(strstr(buffer_chars(&failure.message), NONE[i]) == buffer_chars(&failure.message));
    }
    CHECK(mkdtemp(folder) != NULL);
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
    CHECK(mkfifo(pipe_path, 0600) == 0 && !netns_enter("/", pipe_path, true, &failure));
    CHECK(unlink(pipe_path) == 0 && !netns_enter("/", pipe_path, true, &failure) && rmdir(folder) == 0);
    CHECK_FAILURE(&failure, CNI_INVALID_NETNS, "cannot open /tmp/multus-shim-units-");
    CHECK(!netns_enter("/", "/proc/self/ns/net", false, &failure));
    CHECK_FAILURE(&failure, CNI_INVALID_NETNS, "/proc/self/ns/net is the network namespace of the node itself");
}

void test_files(void) {
    reads_until_the_limit();
    waits_for_no_more_than_the_deadline();
    sleeps_until_the_moment();
    logs_where_and_what_is_asked_for();
    keeps_one_log_file_before();
    two_shims_that_rotate_keep_the_long_file();
    waits_for_no_shim_that_rotates();
    knows_levels();
    knows_its_own_namespace();
    enters_nothing_but_another_network_namespace();
}
