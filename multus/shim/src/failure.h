// SPDX-License-Identifier: Apache-2.0
// What a runtime is told when a command fails: https://www.cni.dev/docs/spec/#error
#ifndef SHIM_FAILURE_H
#define SHIM_FAILURE_H

#include "text.h"

enum cni_code {
    CNI_INCOMPATIBLE_VERSION = 1,
    CNI_INVALID_ENVIRONMENT = 4,
    CNI_IO_FAILURE = 5,
    CNI_DECODING_FAILURE = 6,
    CNI_INVALID_CONFIG = 7,
    CNI_INVALID_NETNS = 8,
    CNI_INTERNAL = 999, // outside of the specification; libcni's for all that has no code
};

struct failure {
    unsigned code;
    struct buffer message;
    struct buffer details;
};

struct failure failure_none(void);
void failure_free(struct failure *failure);
// Always false, so that a function can return it. What the message does not hold of its end is left out.
bool fail(struct failure *failure, unsigned code, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Adds to the message, at most QUOTE_LIMIT bytes of it.
void failure_quote(struct failure *failure, struct text text);
void failure_prefix(struct failure *failure, const char *prefix);
// As the runtime reads it from standard output.
void failure_write(const struct failure *failure, struct buffer *to);

#endif
