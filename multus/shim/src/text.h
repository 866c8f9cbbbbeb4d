// SPDX-License-Identifier: Apache-2.0
// Bytes that belong to another, and a growing text with a limit.
#ifndef SHIM_TEXT_H
#define SHIM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    const char *at;
    size_t length;
};

// Grows up to its limit; whatever does not fit any more, for that or for want of memory, breaks it for good.
struct buffer {
    char *bytes; // ends with a NUL after its length, unless nothing was ever added
    size_t length;
    size_t room;
    size_t limit;
    bool broken;
};

struct text text_of(const char *string);
bool text_is(struct text text, const char *string);
// The first bytes of a text, so that a message does not become as long as what it is about.
struct text text_start(struct text text, size_t limit);

struct buffer buffer_of(size_t limit);
void buffer_free(struct buffer *buffer);
void buffer_clear(struct buffer *buffer);
// Takes back what was added since it had that length.
void buffer_cut(struct buffer *buffer, size_t length);
void buffer_add(struct buffer *buffer, struct text text);
void buffer_char(struct buffer *buffer, char character);
void buffer_string(struct buffer *buffer, const char *string);
void buffer_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Room for at least one byte more, to be filled by the caller, who adds to length: null when there is none.
char *buffer_space(struct buffer *buffer, size_t wanted, size_t *space);
struct text buffer_text(const struct buffer *buffer);
// As a C string: empty for a buffer that is empty.
const char *buffer_chars(const struct buffer *buffer);

#endif
