// SPDX-License-Identifier: Apache-2.0
#ifndef SHIM_FILES_H
#define SHIM_FILES_H

#include "text.h"

// All that the file has, until its end, its limit or the deadline; the cause is null when it was read.
const char *files_read(int file, struct buffer *to, long long deadline);
// Writes all, or says false with errno.
bool files_write(int file, struct text bytes);
// Makes the folder of a path and those above it, for their owner alone.
bool files_make_folder(const char *path);

#endif
