// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 256U
#define FORMATTED 1024U

struct text text_of(const char *string) {
    return (struct text){string, strlen(string)};
}

bool text_is(struct text text, const char *string) {
    return text.length == strlen(string) && (text.length == 0 || memcmp(text.at, string, text.length) == 0);
}

struct text text_start(struct text text, size_t limit) {
    return (struct text){text.at, text.length < limit ? text.length : limit};
}

struct buffer buffer_of(size_t limit) {
    return (struct buffer){NULL, 0, 0, limit, false};
}

void buffer_free(struct buffer *buffer) {
    free(buffer->bytes);
    *buffer = buffer_of(buffer->limit);
}

void buffer_clear(struct buffer *buffer) {
    buffer->length = 0;
    buffer->broken = false;
    if (buffer->bytes != NULL) {
        buffer->bytes[0] = '\0';
    }
}

void buffer_cut(struct buffer *buffer, size_t length) {
    if (length < buffer->length) {
        buffer->length = length;
        buffer->bytes[length] = '\0';
    }
}

// Doubles the room, so that adding byte by byte stays cheap.
static bool grow(struct buffer *buffer, size_t wanted) {
    if (buffer->broken || wanted > buffer->limit - buffer->length) {
        buffer->broken = true;
        return false;
    }
    size_t needed = buffer->length + wanted + 1;
    if (needed <= buffer->room) {
        return true;
    }
    size_t room = buffer->room == 0 ? FIRST_ROOM : buffer->room;
    while (room < needed) {
        room *= 2;
    }
    room = room > buffer->limit + 1 ? buffer->limit + 1 : room;
    char *bytes = realloc(buffer->bytes, room);
    if (bytes == NULL) {
        buffer->broken = true;
        return false;
    }
    buffer->bytes = bytes;
    buffer->room = room;
    return true;
}

void buffer_add(struct buffer *buffer, struct text text) {
    if (text.length == 0 || !grow(buffer, text.length)) {
        return;
    }
    memcpy(buffer->bytes + buffer->length, text.at, text.length);
    buffer->length += text.length;
    buffer->bytes[buffer->length] = '\0';
}

void buffer_char(struct buffer *buffer, char character) {
    buffer_add(buffer, (struct text){&character, 1});
}

void buffer_string(struct buffer *buffer, const char *string) {
    buffer_add(buffer, text_of(string));
}

void buffer_format(struct buffer *buffer, const char *format, ...) {
    char formatted[FORMATTED];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(formatted, sizeof formatted, format, arguments);
    va_end(arguments);
    if (length < 0) {
        buffer->broken = true;
        return;
    }
    buffer_add(buffer, text_start((struct text){formatted, (size_t)length}, sizeof formatted - 1));
}

char *buffer_space(struct buffer *buffer, size_t wanted, size_t *space) {
    size_t left = buffer->limit - buffer->length;
    size_t granted = wanted < left ? wanted : left;
    if (granted == 0 || !grow(buffer, granted)) {
        return NULL;
    }
    *space = granted;
    return buffer->bytes + buffer->length;
}

struct text buffer_text(const struct buffer *buffer) {
    return (struct text){buffer_chars(buffer), buffer->length};
}

const char *buffer_chars(const struct buffer *buffer) {
    return buffer->bytes == NULL ? "" : buffer->bytes;
}
