// SPDX-License-Identifier: Apache-2.0
#include "answer_head.h"

#include <string.h>
#include <strings.h>

#define NO_ANSWER "what came is no HTTP answer"
// More would be too large in any case; it leaves room to multiply.
#define SIZE_LIMIT ((size_t)1 << 40)

static struct text trimmed(struct text text) {
    while (text.length > 0 && (text.at[0] == ' ' || text.at[0] == '\t')) {
        text.at++;
        text.length--;
    }
    while (text.length > 0 && (text.at[text.length - 1] == ' ' || text.at[text.length - 1] == '\t')) {
        text.length--;
    }
    return text;
}

static bool is_named(struct text text, const char *name) {
    return text.length == strlen(name) && strncasecmp(text.at, name, text.length) == 0;
}

static int digit_of(char character) {
    if (character >= '0' && character <= '9') {
        return character - '0';
    }
    char lower = (char)(character | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

static bool number(struct text text, int base, size_t *value) {
    *value = 0;
    for (size_t i = 0; i < text.length; i++) {
        int digit = digit_of(text.at[i]);
        if (digit >= base || *value > SIZE_LIMIT) {
            return false;
        }
        *value = *value * (size_t)base + (size_t)digit;
    }
    return text.length > 0;
}

bool answer_chunk_size(struct text line, size_t *size) {
    const char *extension = line.length == 0 ? NULL : memchr(line.at, ';', line.length);
    if (extension != NULL) {
        line.length = (size_t)(extension - line.at);
    }
    return number(trimmed(line), 16, size);
}

// HTTP/1.1 200 OK
static bool read_status(struct text line, struct answer_head *head) {
    size_t status;
    bool known = line.length >= 12 && memcmp(line.at, "HTTP/1.", 7) == 0 && line.at[8] == ' ';
    if (!known || !number((struct text){line.at + 9, 3}, 10, &status) || (line.length > 12 && line.at[12] != ' ')) {
        return false;
    }
    head->status = (int)status;
    return status >= 100;
}

static const char *read_header(struct text line, struct answer_head *head) {
    const char *colon = memchr(line.at, ':', line.length);
    if (colon == NULL) {
        return NO_ANSWER;
    }
    struct text name = {line.at, (size_t)(colon - line.at)};
    struct text value = trimmed((struct text){colon + 1, line.length - name.length - 1});
    if (is_named(name, "Transfer-Encoding")) {
        head->chunked = is_named(value, "chunked");
        return head->chunked ? NULL : "the answer is encoded in a way that was not asked for";
    }
    if (is_named(name, "Content-Length")) {
        size_t length;
        if (!number(value, 10, &length) || (head->has_length && head->length != length)) {
            return "the answer's length cannot be read";
        }
        head->has_length = true;
        head->length = length;
    }
    return NULL;
}

static struct text next_line(struct text *rest) {
    const char *end = rest->at;
    while (end[0] != '\r' || end[1] != '\n') {
        end++;
    }
    struct text line = {rest->at, (size_t)(end - rest->at)};
    *rest = (struct text){end + 2, rest->length - line.length - 2};
    return line;
}

const char *answer_head_read(struct text text, struct answer_head *head) {
    *head = (struct answer_head){0, false, false, 0};
    if (!read_status(next_line(&text), head)) {
        return NO_ANSWER;
    }
    for (struct text line = next_line(&text); line.length > 0; line = next_line(&text)) {
        const char *cause = read_header(line, head);
        if (cause != NULL) {
            return cause;
        }
    }
    return NULL;
}
