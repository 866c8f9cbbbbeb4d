// SPDX-License-Identifier: Apache-2.0
#ifndef SHIM_ANSWER_HEAD_H
#define SHIM_ANSWER_HEAD_H

#include "text.h"

struct answer_head {
    int status;
    bool chunked;
    bool has_length;
    size_t length;
};

// Reads a status line and the headers that say how the body comes, with the empty line; the cause is null when it can be read.
const char *answer_head_read(struct text text, struct answer_head *head);
bool answer_chunk_size(struct text line, size_t *size);

#endif
