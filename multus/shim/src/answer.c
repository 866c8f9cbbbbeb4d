// SPDX-License-Identifier: Apache-2.0
#include "answer.h"

#include "answer_head.h"
#include "limits.h"

#include <string.h>

// A daemon's chunks have a few KiB; an answer that is mostly chunk lines is none.
#define CHUNK_OVERHEAD_LIMIT (1U * MIB)

struct answer answer_none(void) {
    return (struct answer){.state = ANSWER_HEAD, .body = buffer_of(ANSWER_LIMIT), .line = buffer_of(HEAD_LIMIT)};
}

void answer_free(struct answer *answer) {
    buffer_free(&answer->body);
    buffer_free(&answer->line);
}

static void broken(struct answer *answer, const char *cause) {
    answer->state = ANSWER_BROKEN;
    answer->cause = cause;
}

static void expect_body(struct answer *answer, const struct answer_head *head) {
    if (head->chunked) {
        answer->state = ANSWER_CHUNK_SIZE;
    } else if (head->status == 204 || head->status == 304 || (head->has_length && head->length == 0)) {
        answer->state = ANSWER_WHOLE;
    } else if (head->has_length) {
        answer->left = head->length;
        answer->state = head->length > ANSWER_LIMIT ? ANSWER_BROKEN : ANSWER_BODY;
        answer->cause = "the answer is too large";
    } else {
        answer->state = ANSWER_UNTIL_END;
    }
}

// Takes bytes of the head or of a line up to its last byte; the head ends with an empty line.
static bool take_line(struct answer *answer, struct text *bytes, const char *ending) {
    size_t length = strlen(ending);
    while (bytes->length > 0) {
        buffer_char(&answer->line, *bytes->at);
        bytes->at++;
        bytes->length--;
        if (answer->line.broken) {
            broken(answer, "the answer's head is too large");
            return false;
        }
        const char *end = answer->line.bytes + answer->line.length;
        if (answer->line.length >= length && memcmp(end - length, ending, length) == 0) {
            return true;
        }
    }
    return false;
}

static void take_head(struct answer *answer, struct text *bytes) {
    if (!take_line(answer, bytes, "\r\n\r\n")) {
        return;
    }
    struct answer_head head;
    const char *cause = answer_head_read(buffer_text(&answer->line), &head);
    buffer_clear(&answer->line);
    if (cause != NULL) {
        broken(answer, cause);
    } else if (head.status >= 200) {
        answer->status = head.status;
        expect_body(answer, &head);
    } else {
        answer->overhead += 1;
        if (answer->overhead > 16) {
            broken(answer, "the answer only announces itself");
        }
    }
}

// A chunk's size and its extensions, the line after a chunk, or a trailer.
static void take_chunk_line(struct answer *answer, struct text *bytes) {
    if (!take_line(answer, bytes, "\r\n")) {
        return;
    }
    struct text line = {answer->line.bytes, answer->line.length - 2};
    answer->overhead += line.length + 2;
    if (answer->overhead > CHUNK_OVERHEAD_LIMIT) {
        broken(answer, "the answer's chunks are too small");
    } else if (answer->state == ANSWER_TRAILER) {
        answer->state = line.length == 0 ? ANSWER_WHOLE : ANSWER_TRAILER;
    } else if (answer->state == ANSWER_CHUNK_END) {
        answer->state = ANSWER_CHUNK_SIZE;
        if (line.length > 0) {
            broken(answer, "a chunk of the answer is longer than it says");
        }
    } else if (!answer_chunk_size(line, &answer->left)) {
        broken(answer, "a chunk of the answer has no size");
    } else {
        answer->state = answer->left == 0 ? ANSWER_TRAILER : ANSWER_CHUNK;
    }
    buffer_clear(&answer->line);
}

static void take_body(struct answer *answer, struct text *bytes) {
    bool counted = answer->state != ANSWER_UNTIL_END;
    struct text part = counted ? text_start(*bytes, answer->left) : *bytes;
    buffer_add(&answer->body, part);
    bytes->at += part.length;
    bytes->length -= part.length;
    answer->left -= counted ? part.length : 0;
    if (answer->body.broken) {
        broken(answer, "the answer is too large");
    } else if (counted && answer->left == 0) {
        answer->state = answer->state == ANSWER_BODY ? ANSWER_WHOLE : ANSWER_CHUNK_END;
    }
}

enum answer_state answer_take(struct answer *answer, struct text bytes) {
    while (bytes.length > 0 && answer->state != ANSWER_WHOLE && answer->state != ANSWER_BROKEN) {
        switch (answer->state) {
        case ANSWER_HEAD:
            take_head(answer, &bytes);
            break;
        case ANSWER_CHUNK_SIZE:
        case ANSWER_CHUNK_END:
        case ANSWER_TRAILER:
            take_chunk_line(answer, &bytes);
            break;
        default:
            take_body(answer, &bytes);
        }
    }
    return answer->state;
}

enum answer_state answer_end(struct answer *answer) {
    if (answer->state == ANSWER_UNTIL_END) {
        answer->state = ANSWER_WHOLE;
    } else if (answer->state == ANSWER_HEAD && answer->line.length == 0) {
        broken(answer, "the connection was closed without an answer");
    } else if (answer->state != ANSWER_WHOLE && answer->state != ANSWER_BROKEN) {
        broken(answer, "the connection was closed within the answer");
    }
    return answer->state;
}
