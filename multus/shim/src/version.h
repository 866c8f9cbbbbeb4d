// SPDX-License-Identifier: Apache-2.0
// Versions of the CNI specification, and which of them the shim speaks.
#ifndef SHIM_VERSION_H
#define SHIM_VERSION_H

#include "failure.h"

#define NEWEST_VERSION "1.1.0"

struct version {
    long parts[3];
};

// Code 6 when it is no version.
bool version_parse(struct text text, struct version *version, struct failure *failure);
bool version_is_at_least(struct version version, struct version least);
// The answer to VERSION.
void version_write(struct buffer *to);
// The versions, with something between two of them.
void version_list(struct buffer *to, const char *between);
// Code 1 for a configuration of a version that is not spoken.
bool version_is_spoken(struct text version, struct failure *failure);
// Codes 1 and 6, for a command that exists since the version that is the least.
bool version_allows(struct text version, const char *command, struct version least, struct failure *failure);

#endif
