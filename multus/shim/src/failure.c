// SPDX-License-Identifier: Apache-2.0
#include "failure.h"

#include "json_write.h"
#include "limits.h"

#include <stdarg.h>
#include <stdio.h>

#define FORMATTED 2048

struct failure failure_none(void) {
    return (struct failure){0, buffer_of(FAILURE_LIMIT), buffer_of(FAILURE_LIMIT)};
}

void failure_free(struct failure *failure) {
    buffer_free(&failure->message);
    buffer_free(&failure->details);
}

bool fail(struct failure *failure, unsigned code, const char *format, ...) {
    char formatted[FORMATTED];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(formatted, sizeof formatted, format, arguments);
    va_end(arguments);
    failure->code = code;
    buffer_clear(&failure->message);
    buffer_clear(&failure->details);
    buffer_string(&failure->message, length < 0 ? format : formatted);
    return false;
}

void failure_quote(struct failure *failure, struct text text) {
    buffer_add(&failure->message, text_start(text, QUOTE_LIMIT));
    if (text.length > QUOTE_LIMIT) {
        buffer_format(&failure->message, "... (%zu bytes)", text.length);
    }
}

void failure_prefix(struct failure *failure, const char *prefix) {
    struct buffer whole = buffer_of(FAILURE_LIMIT);
    buffer_string(&whole, prefix);
    buffer_add(&whole, buffer_text(&failure->message));
    buffer_free(&failure->message);
    failure->message = whole;
}

void failure_write(const struct failure *failure, struct buffer *to) {
    struct json_writer writer = json_writer_of(to);
    json_open(&writer, '{');
    json_key(&writer, "code");
    json_number(&writer, failure->code);
    json_key(&writer, "msg");
    json_text(&writer, buffer_text(&failure->message));
    if (failure->details.length > 0) {
        json_key(&writer, "details");
        json_text(&writer, buffer_text(&failure->details));
    }
    json_close(&writer, '}');
}
