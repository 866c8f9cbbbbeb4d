// SPDX-License-Identifier: Apache-2.0
// Reads JSON without allocating: a document is checked once, from then on a value is where it begins and ends.
#ifndef SHIM_JSON_H
#define SHIM_JSON_H

#include "text.h"

#include <stdint.h>

enum json_kind { JSON_NULL, JSON_BOOLEAN, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

// A value of a document that was checked.
struct json {
    const char *at;
    const char *end;
};

// Why a document is none, or is not of the form that is asked for.
struct json_fault {
    char text[256];
};

bool json_check(struct text document, struct json *root, struct json_fault *fault);

enum json_kind json_kind(struct json value);
const char *json_kind_name(enum json_kind kind);

// Goes through an array's items or an object's members.
struct json_cursor {
    const char *at;
    const char *end;
    bool object;
};

struct json_cursor json_cursor(struct json container);
// key is set for an object's members alone.
bool json_next(struct json_cursor *cursor, struct json *key, struct json *value);

enum json_found { JSON_ABSENT, JSON_PRESENT, JSON_BAD };

// The member of that name, as Go finds it: whichever case its letters have, and null is as none. Given twice, it is bad.
// The value is set when it is present.
enum json_found json_member(struct json object, const char *name, struct json *value, struct json_fault *fault);
// The same for a member that has to be of a kind.
enum json_found json_member_of(struct json object, const char *name, enum json_kind kind, struct json *value, struct json_fault *fault);

// Goes through a string's characters; escapes are read, half a surrogate pair is U+FFFD.
struct json_characters {
    const char *at;
    const char *end;
};

struct json_characters json_characters(struct json string);
bool json_next_character(struct json_characters *characters, uint32_t *character);

void json_string(struct json string, struct buffer *to);
bool json_string_is_empty(struct json string);
bool json_is_true(struct json boolean);
// False when it is no whole number that a double holds exactly.
bool json_whole_number(struct json number, long long *whole);

#endif
