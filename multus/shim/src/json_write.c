// SPDX-License-Identifier: Apache-2.0
#include "json_write.h"

#include "utf8.h"

#include <string.h>

struct json_writer json_writer_of(struct buffer *to) {
    return (struct json_writer){to, 0, true, false};
}

static void line(struct json_writer *writer) {
    buffer_char(writer->to, '\n');
    for (unsigned i = 0; i < writer->depth; i++) {
        buffer_string(writer->to, "    ");
    }
}

// What comes before a key, an item or the whole.
static void begin(struct json_writer *writer) {
    if (writer->after_key) {
        writer->after_key = false;
        return;
    }
    if (writer->depth > 0) {
        buffer_string(writer->to, writer->empty ? "" : ",");
        line(writer);
    }
    writer->empty = false;
}

void json_open(struct json_writer *writer, char bracket) {
    begin(writer);
    buffer_char(writer->to, bracket);
    writer->depth++;
    writer->empty = true;
}

void json_close(struct json_writer *writer, char bracket) {
    writer->depth--;
    if (!writer->empty) {
        line(writer);
    }
    buffer_char(writer->to, bracket);
    writer->empty = false;
}

void json_key(struct json_writer *writer, const char *name) {
    begin(writer);
    json_quote(writer->to, text_of(name));
    buffer_string(writer->to, ": ");
    writer->after_key = true;
}

void json_number(struct json_writer *writer, long long number) {
    begin(writer);
    buffer_format(writer->to, "%lld", number);
}

// Go escapes what HTML and JavaScript would read as their own, too.
static void escape(struct buffer *to, uint32_t character) {
    static const char SHORT[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (size_t i = 0; i + 1 < sizeof SHORT; i += 2) {
        if (character == (uint32_t)SHORT[i]) {
            buffer_char(to, '\\');
            buffer_char(to, SHORT[i + 1]);
            return;
        }
    }
    bool html = character == '<' || character == '>' || character == '&';
    if (character < 0x20 || html || character == 0x2028 || character == 0x2029) {
        buffer_format(to, "\\u%04x", (unsigned)character);
    } else {
        utf8_add(to, character);
    }
}

void json_quote(struct buffer *to, struct text text) {
    buffer_char(to, '"');
    const char *at = text.at;
    const char *end = text.at + text.length;
    while (at < end) {
        escape(to, utf8_next(&at, end));
    }
    buffer_char(to, '"');
}

void json_text(struct json_writer *writer, struct text text) {
    begin(writer);
    json_quote(writer->to, text);
}

void json_copy_string(struct json_writer *writer, struct json string) {
    begin(writer);
    buffer_char(writer->to, '"');
    struct json_characters characters = json_characters(string);
    uint32_t character;
    while (json_next_character(&characters, &character)) {
        escape(writer->to, character);
    }
    buffer_char(writer->to, '"');
}
