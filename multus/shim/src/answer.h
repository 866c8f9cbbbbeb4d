// SPDX-License-Identifier: Apache-2.0
// Reads an HTTP/1 answer (RFC 9112) as its bytes come, however they are cut.
#ifndef SHIM_ANSWER_H
#define SHIM_ANSWER_H

#include "text.h"

enum answer_state {
    ANSWER_HEAD,
    ANSWER_BODY, // a known number of bytes
    ANSWER_UNTIL_END, // until the connection ends
    ANSWER_CHUNK_SIZE,
    ANSWER_CHUNK,
    ANSWER_CHUNK_END,
    ANSWER_TRAILER,
    ANSWER_WHOLE,
    ANSWER_BROKEN,
};

struct answer {
    enum answer_state state;
    int status;
    struct buffer body;
    struct buffer line; // the head, or a line between chunks, as far as it came
    size_t left; // of the body or chunk
    size_t overhead; // bytes of chunk lines and trailers
    const char *cause; // why it is broken
};

struct answer answer_none(void);
void answer_free(struct answer *answer);
// Ends in ANSWER_WHOLE or ANSWER_BROKEN; what follows then is ignored.
enum answer_state answer_take(struct answer *answer, struct text bytes);
// The connection ended.
enum answer_state answer_end(struct answer *answer);

#endif
