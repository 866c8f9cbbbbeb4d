// SPDX-License-Identifier: Apache-2.0
#include "log.h"

#include "files.h"
#include "limits.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const LEVELS[] = {"panic", "error", "verbose", "debug"};

bool log_level_of(struct text name, enum log_level *level) {
    for (enum log_level i = LOG_PANIC; i <= LOG_DEBUG; i++) {
        if (name.length == strlen(LEVELS[i]) && strncasecmp(name.at, LEVELS[i], name.length) == 0) {
            *level = i;
            return true;
        }
    }
    return false;
}

static void add_time(struct buffer *line) {
    time_t now = time(NULL);
    struct tm parts;
    char text[32];
    if (gmtime_r(&now, &parts) != NULL && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0) {
        buffer_string(line, text);
    }
}

// A message may quote what others wrote; a line stays one line.
static void add_printable(struct buffer *line, struct text message) {
    struct text start = text_start(message, QUOTE_LIMIT);
    for (size_t i = 0; i < start.length; i++) {
        buffer_char(line, iscntrl((unsigned char)start.at[i]) ? ' ' : start.at[i]);
    }
}

static int open_file(const char *path) {
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
}

static bool is_at(const char *path, int file) {
    struct stat opened;
    struct stat named;
    return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

// The lock is the file's own, so that its holder alone takes the name from this file.
bool log_set_aside(int file, const char *path) {
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        return false;
    }
    if (is_at(path, file)) {
        char before[PATH_LIMIT + sizeof ".old"];
        snprintf(before, sizeof before, "%s.old", path);
        rename(path, before);
    }
    return true;
}

// The file before is kept once, so that the two never take more than twice the limit, and what is written during a rename.
static int open_below_limit(const char *path) {
    int file = open_file(path);
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size < (off_t)LOG_FILE_LIMIT
        || !log_set_aside(file, path)) {
        return file;
    }
    close(file);
    return open_file(path);
}

static int open_log(const char *path) {
    int file = open_below_limit(path);
    const char *slash = strrchr(path, '/');
    if (file >= 0 || slash == NULL || slash == path || (size_t)(slash - path) >= PATH_LIMIT) {
        return file;
    }
    char folder[PATH_LIMIT];
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    return files_make_folder(folder) ? open_below_limit(path) : -1;
}

void log_line(const struct log *log, enum log_level level, const char *what, struct text message) {
    if (level > log->level || (!log->to_stderr && log->file[0] == '\0')) {
        return;
    }
    struct buffer line = buffer_of(2U * QUOTE_LIMIT);
    add_time(&line);
    buffer_format(&line, " [%s] %s", LEVELS[level], what);
    add_printable(&line, message);
    buffer_char(&line, '\n');
    if (log->to_stderr) {
        files_write(STDERR_FILENO, buffer_text(&line));
    }
    int file = log->file[0] == '\0' ? -1 : open_log(log->file);
    if (file >= 0) {
        files_write(file, buffer_text(&line));
        close(file);
    }
    buffer_free(&line);
}
