// SPDX-License-Identifier: Apache-2.0
// The log of upstream's settings: logFile, logLevel, logToStderr. Nothing is written where none is set.
#ifndef SHIM_LOG_H
#define SHIM_LOG_H

#include "text.h"

enum log_level { LOG_PANIC, LOG_ERROR, LOG_VERBOSE, LOG_DEBUG };

struct log {
    enum log_level level;
    bool to_stderr;
    const char *file; // empty for none
};

// False when there is no such level.
bool log_level_of(struct text name, enum log_level *level);
// Renames the open file to PATH.old, unless another shim has by now. False, without a wait, where another one is about to.
bool log_set_aside(int file, const char *path);
// One line: RFC 3339 [level] message.
void log_line(const struct log *log, enum log_level level, const char *what, struct text message);

#endif
