// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_IN_A_DOUBLE 9007199254740992LL

static bool is_space(char character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

enum json_kind json_kind(struct json value) {
    switch (*value.at) {
    case '{':
        return JSON_OBJECT;
    case '[':
        return JSON_ARRAY;
    case '"':
        return JSON_STRING;
    case 't':
    case 'f':
        return JSON_BOOLEAN;
    case 'n':
        return JSON_NULL;
    default:
        return JSON_NUMBER;
    }
}

const char *json_kind_name(enum json_kind kind) {
    static const char *const NAMES[] = {"null", "a boolean", "a number", "a string", "an array", "an object"};
    return NAMES[kind];
}

static const char *after_string(const char *at) {
    for (at++; *at != '"'; at++) {
        at += *at == '\\' ? 1 : 0;
    }
    return at + 1;
}

static const char *after_container(const char *at) {
    unsigned depth = 0;
    do {
        if (*at == '"') {
            at = after_string(at);
            continue;
        }
        depth += *at == '{' || *at == '[' ? 1U : 0U;
        depth -= *at == '}' || *at == ']' ? 1U : 0U;
        at++;
    } while (depth > 0);
    return at;
}

static const char *after_value(const char *at, const char *end) {
    if (*at == '"') {
        return after_string(at);
    }
    if (*at == '{' || *at == '[') {
        return after_container(at);
    }
    while (at < end && !is_space(*at) && *at != ',' && *at != '}' && *at != ']') {
        at++;
    }
    return at;
}

struct json_cursor json_cursor(struct json container) {
    return (struct json_cursor){container.at + 1, container.end - 1, *container.at == '{'};
}

static void skip(struct json_cursor *cursor, char separator) {
    while (cursor->at < cursor->end && (is_space(*cursor->at) || *cursor->at == separator)) {
        cursor->at++;
    }
}

static struct json take(struct json_cursor *cursor) {
    struct json value = {cursor->at, after_value(cursor->at, cursor->end)};
    cursor->at = value.end;
    return value;
}

bool json_next(struct json_cursor *cursor, struct json *key, struct json *value) {
    skip(cursor, ',');
    if (cursor->at >= cursor->end) {
        return false;
    }
    if (cursor->object) {
        *key = take(cursor);
        skip(cursor, ':');
    }
    *value = take(cursor);
    return true;
}

// Go's: the signs for Kelvin and the long s are letters of another case, too.
static uint32_t lower(uint32_t character) {
    if (character == 0x212A || character == 0x17F) {
        return character == 0x17F ? 's' : 'k';
    }
    return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
}

static bool is_named(struct json key, const char *name) {
    struct json_characters characters = json_characters(key);
    uint32_t character;
    while (json_next_character(&characters, &character)) {
        if (*name == '\0' || lower(character) != lower((unsigned char)*name)) {
            return false;
        }
        name++;
    }
    return *name == '\0';
}

enum json_found json_member(struct json object, const char *name, struct json *value, struct json_fault *fault) {
    struct json_cursor cursor = json_cursor(object);
    struct json key;
    struct json candidate;
    struct json member = {NULL, NULL};
    while (json_next(&cursor, &key, &candidate)) {
        if (!is_named(key, name)) {
            continue;
        }
        if (member.at != NULL) {
            snprintf(fault->text, sizeof fault->text, "%s is given twice", name);
            return JSON_BAD;
        }
        member = candidate;
    }
    if (member.at == NULL || json_kind(member) == JSON_NULL) {
        return JSON_ABSENT;
    }
    *value = member;
    return JSON_PRESENT;
}

enum json_found json_member_of(struct json object, const char *name, enum json_kind kind, struct json *value, struct json_fault *fault) {
    enum json_found found = json_member(object, name, value, fault);
    if (found == JSON_PRESENT && json_kind(*value) != kind) {
        snprintf(fault->text, sizeof fault->text, "%s is %s, not %s", name, json_kind_name(json_kind(*value)), json_kind_name(kind));
        return JSON_BAD;
    }
    return found;
}

struct json_characters json_characters(struct json string) {
    return (struct json_characters){string.at + 1, string.end - 1};
}

static uint32_t hexadecimal(const char *at) {
    char digits[5] = {at[0], at[1], at[2], at[3], '\0'};
    return (uint32_t)strtoul(digits, NULL, 16);
}

// After the letter u: with the other half, if one follows.
static uint32_t escaped(struct json_characters *characters) {
    uint32_t character = hexadecimal(characters->at);
    characters->at += 4;
    if (character < 0xD800 || character > 0xDFFF) {
        return character;
    }
    if (character > 0xDBFF || characters->end - characters->at < 6 || memcmp(characters->at, "\\u", 2) != 0) {
        return UNKNOWN_CHARACTER;
    }
    uint32_t low = hexadecimal(characters->at + 2);
    if (low < 0xDC00 || low > 0xDFFF) {
        return UNKNOWN_CHARACTER;
    }
    characters->at += 6;
    return 0x10000 + ((character - 0xD800) << 10 | (low - 0xDC00));
}

bool json_next_character(struct json_characters *characters, uint32_t *character) {
    if (characters->at >= characters->end) {
        return false;
    }
    if (*characters->at != '\\') {
        *character = utf8_next(&characters->at, characters->end);
        return true;
    }
    char letter = characters->at[1];
    characters->at += 2;
    if (letter == 'u') {
        *character = escaped(characters);
        return true;
    }
    static const char ESCAPES[] = "b\bf\fn\nr\rt\t";
    const char *escape = strchr(ESCAPES, letter);
    *character = (unsigned char)(escape == NULL ? letter : escape[1]);
    return true;
}

void json_string(struct json string, struct buffer *to) {
    struct json_characters characters = json_characters(string);
    uint32_t character;
    while (json_next_character(&characters, &character)) {
        utf8_add(to, character);
    }
}

bool json_string_is_empty(struct json string) {
    return string.end - string.at == 2;
}

bool json_is_true(struct json boolean) {
    return *boolean.at == 't';
}

bool json_whole_number(struct json number, long long *whole) {
    long long sum = 0;
    const char *at = *number.at == '-' ? number.at + 1 : number.at;
    for (; at < number.end; at++) {
        if (*at < '0' || *at > '9') {
            return false;
        }
        sum = sum * 10 + (*at - '0');
        if (sum > EXACT_IN_A_DOUBLE) {
            return false;
        }
    }
    *whole = *number.at == '-' ? -sum : sum;
    return true;
}
