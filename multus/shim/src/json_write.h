// SPDX-License-Identifier: Apache-2.0
// Writes JSON as libcni does, so that a runtime gets the same bytes: four spaces of indentation, Go's escapes.
#ifndef SHIM_JSON_WRITE_H
#define SHIM_JSON_WRITE_H

#include "json.h"
#include "text.h"

#include <stdint.h>

struct json_writer {
    struct buffer *to;
    unsigned depth;
    bool empty; // nothing is yet in the innermost object or array
    bool after_key; // the next value belongs to a key
};

struct json_writer json_writer_of(struct buffer *to);
void json_open(struct json_writer *writer, char bracket);
void json_close(struct json_writer *writer, char bracket);
void json_key(struct json_writer *writer, const char *name);
void json_number(struct json_writer *writer, long long number);
void json_text(struct json_writer *writer, struct text text);
// A string that was read, written again.
void json_copy_string(struct json_writer *writer, struct json string);

// One string with its quotes, without a writer.
void json_quote(struct buffer *to, struct text text);

#endif
