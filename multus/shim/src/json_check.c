// SPDX-License-Identifier: Apache-2.0
// Faults are worded as Go words them: runtimes show these to people, and a test compares the two shims.
#include "json.h"
#include "limits.h"

#include <stdio.h>
#include <string.h>

enum expected { VALUE, FIRST_ITEM, FIRST_KEY, KEY, COLON, MORE };

struct scan {
    const char *at;
    const char *end;
    enum expected expected;
    unsigned depth;
    bool objects[JSON_DEPTH]; // which of the open brackets are braces
    struct json_fault *fault;
};

static bool ended(struct scan *scan) {
    snprintf(scan->fault->text, sizeof scan->fault->text, "unexpected end of JSON input");
    return false;
}

// A byte as Go prints a character of that number.
static void name_byte(unsigned char byte, char *name, size_t room) {
    static const char ESCAPED[] = "\aa\bb\ff\nn\rr\tt\vv\\\\''";
    for (size_t i = 0; i + 1 < sizeof ESCAPED; i += 2) {
        if (byte == (unsigned char)ESCAPED[i]) {
            snprintf(name, room, "\\%c", ESCAPED[i + 1]);
            return;
        }
    }
    if (byte < 0x20 || byte == 0x7F) {
        snprintf(name, room, "\\x%02x", byte);
    } else if (byte < 0x80) {
        snprintf(name, room, "%c", byte);
    } else if (byte <= 0xA0 || byte == 0xAD) {
        snprintf(name, room, "\\u%04x", byte);
    } else {
        snprintf(name, room, "%c%c", 0xC0 | byte >> 6, 0x80 | (byte & 0x3F));
    }
}

static bool unexpected(struct scan *scan, const char *where) {
    if (scan->at == scan->end) {
        return ended(scan);
    }
    char name[8];
    name_byte((unsigned char)*scan->at, name, sizeof name);
    snprintf(scan->fault->text, sizeof scan->fault->text, "invalid character '%s' %s", name, where);
    return false;
}

static bool is(const struct scan *scan, char character) {
    return scan->at < scan->end && *scan->at == character;
}

static bool is_digit(const struct scan *scan) {
    return scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9';
}

static void skip_space(struct scan *scan) {
    while (scan->at < scan->end && strchr(" \t\r\n", *scan->at) != NULL && *scan->at != '\0') {
        scan->at++;
    }
}

static bool literal(struct scan *scan, const char *word) {
    for (const char *next = word; *next != '\0'; next++, scan->at++) {
        if (!is(scan, *next)) {
            char where[48];
            snprintf(where, sizeof where, "in literal %s (expecting '%c')", word, *next);
            return unexpected(scan, where);
        }
    }
    return true;
}

static bool digits(struct scan *scan, const char *where) {
    if (!is_digit(scan)) {
        return unexpected(scan, where);
    }
    while (is_digit(scan)) {
        scan->at++;
    }
    return true;
}

static bool number(struct scan *scan) {
    scan->at += is(scan, '-') ? 1 : 0;
    if (is(scan, '0')) {
        scan->at++;
    } else if (!digits(scan, "in numeric literal")) {
        return false;
    }
    if (is(scan, '.')) {
        scan->at++;
        if (!digits(scan, "after decimal point in numeric literal")) {
            return false;
        }
    }
    if (is(scan, 'e') || is(scan, 'E')) {
        scan->at++;
        scan->at += is(scan, '+') || is(scan, '-') ? 1 : 0;
        return digits(scan, "in exponent of numeric literal");
    }
    return true;
}

static bool escape(struct scan *scan) {
    if (is(scan, 'u')) {
        scan->at++;
        for (int i = 0; i < 4; i++, scan->at++) {
            if (scan->at == scan->end || *scan->at == '\0' || strchr("0123456789abcdefABCDEF", *scan->at) == NULL) {
                return unexpected(scan, "in \\u hexadecimal character escape");
            }
        }
        return true;
    }
    if (scan->at == scan->end || *scan->at == '\0' || strchr("bfnrt\\/\"", *scan->at) == NULL) {
        return unexpected(scan, "in string escape code");
    }
    scan->at++;
    return true;
}

static bool string(struct scan *scan) {
    scan->at++;
    while (!is(scan, '"')) {
        if (scan->at == scan->end || (unsigned char)*scan->at < 0x20) {
            return unexpected(scan, "in string literal");
        }
        bool escaped = *scan->at++ == '\\';
        if (escaped && !escape(scan)) {
            return false;
        }
    }
    scan->at++;
    return true;
}

static bool enter(struct scan *scan, bool object) {
    if (scan->depth == JSON_DEPTH) {
        snprintf(scan->fault->text, sizeof scan->fault->text, "it is nested deeper than %u levels", JSON_DEPTH);
        return false;
    }
    scan->objects[scan->depth++] = object;
    scan->expected = object ? FIRST_KEY : FIRST_ITEM;
    scan->at++;
    return true;
}

static bool leave(struct scan *scan) {
    scan->depth--;
    scan->expected = MORE;
    scan->at++;
    return true;
}

static bool value(struct scan *scan) {
    scan->expected = MORE;
    if (scan->at == scan->end) {
        return ended(scan);
    }
    switch (*scan->at) {
    case '{':
        return enter(scan, true);
    case '[':
        return enter(scan, false);
    case '"':
        return string(scan);
    case 't':
        return literal(scan, "true");
    case 'f':
        return literal(scan, "false");
    case 'n':
        return literal(scan, "null");
    default:
        return *scan->at == '-' || is_digit(scan) ? number(scan) : unexpected(scan, "looking for beginning of value");
    }
}

static bool key(struct scan *scan) {
    scan->expected = COLON;
    return is(scan, '"') ? string(scan) : unexpected(scan, "looking for beginning of object key string");
}

static bool colon(struct scan *scan) {
    if (!is(scan, ':')) {
        return unexpected(scan, "after object key");
    }
    scan->at++;
    scan->expected = VALUE;
    return true;
}

static bool more(struct scan *scan) {
    bool object = scan->objects[scan->depth - 1];
    if (is(scan, ',')) {
        scan->at++;
        scan->expected = object ? KEY : VALUE;
        return true;
    }
    if (is(scan, object ? '}' : ']')) {
        return leave(scan);
    }
    return unexpected(scan, object ? "after object key:value pair" : "after array element");
}

static bool step(struct scan *scan) {
    switch (scan->expected) {
    case FIRST_ITEM:
        return is(scan, ']') ? leave(scan) : value(scan);
    case FIRST_KEY:
        return is(scan, '}') ? leave(scan) : key(scan);
    case KEY:
        return key(scan);
    case COLON:
        return colon(scan);
    case MORE:
        return more(scan);
    case VALUE:
    default:
        return value(scan);
    }
}

bool json_check(struct text document, struct json *root, struct json_fault *fault) {
    struct scan scan = {.at = document.at, .end = document.at + document.length, .expected = VALUE, .fault = fault};
    skip_space(&scan);
    root->at = scan.at;
    do {
        if (!step(&scan)) {
            return false;
        }
        root->end = scan.at;
        skip_space(&scan);
    } while (scan.depth > 0 || scan.expected != MORE);
    return scan.at == scan.end || unexpected(&scan, "after top-level value");
}
