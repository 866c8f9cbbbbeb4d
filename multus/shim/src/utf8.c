// SPDX-License-Identifier: Apache-2.0
#include "utf8.h"

// How many bytes follow a first byte, its own bits, and the least character that takes so many: a shorter form would do for less.
struct form {
    unsigned char mask;
    unsigned char lead;
    unsigned char bits;
    unsigned char more;
    uint32_t least;
};

static const struct form FORMS[] = {
    {0xE0, 0xC0, 0x1F, 1, 0x80},
    {0xF0, 0xE0, 0x0F, 2, 0x800},
    {0xF8, 0xF0, 0x07, 3, 0x10000},
};

static const struct form *form_of(unsigned char first) {
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
        if ((first & FORMS[i].mask) == FORMS[i].lead) {
            return &FORMS[i];
        }
    }
    return NULL;
}

static bool allowed(uint32_t character, const struct form *form) {
    bool surrogate = character >= 0xD800 && character <= 0xDFFF;
    return character >= form->least && character <= 0x10FFFF && !surrogate;
}

uint32_t utf8_next(const char **at, const char *end) {
    unsigned char first = (unsigned char)**at;
    (*at)++;
    if (first < 0x80) {
        return first;
    }
    const struct form *form = form_of(first);
    if (form == NULL || end - *at < form->more) {
        return UNKNOWN_CHARACTER;
    }
    uint32_t character = first & form->bits;
    for (int i = 0; i < form->more; i++) {
        unsigned char next = (unsigned char)(*at)[i];
        if ((next & 0xC0) != 0x80) {
            return UNKNOWN_CHARACTER;
        }
        character = character << 6 | (next & 0x3FU);
    }
    if (!allowed(character, form)) {
        return UNKNOWN_CHARACTER;
    }
    *at += form->more;
    return character;
}

static char byte_of(uint32_t bits) {
    return (char)(unsigned char)bits;
}

void utf8_add(struct buffer *to, uint32_t character) {
    char bytes[4];
    size_t length = 0;
    if (character < 0x80) {
        bytes[length++] = byte_of(character);
    } else if (character < 0x800) {
        bytes[length++] = byte_of(0xC0 | character >> 6);
        bytes[length++] = byte_of(0x80 | (character & 0x3F));
    } else if (character < 0x10000) {
        bytes[length++] = byte_of(0xE0 | character >> 12);
        bytes[length++] = byte_of(0x80 | (character >> 6 & 0x3F));
        bytes[length++] = byte_of(0x80 | (character & 0x3F));
    } else {
        bytes[length++] = byte_of(0xF0 | character >> 18);
        bytes[length++] = byte_of(0x80 | (character >> 12 & 0x3F));
        bytes[length++] = byte_of(0x80 | (character >> 6 & 0x3F));
        bytes[length++] = byte_of(0x80 | (character & 0x3F));
    }
    buffer_add(to, (struct text){bytes, length});
}

bool utf8_is_space(uint32_t character) {
    if (character < 0x80) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }
    return character == 0x85 || character == 0xA0 || character == 0x1680 || (character >= 0x2000 && character <= 0x200A)
           || character == 0x2028 || character == 0x2029 || character == 0x202F || character == 0x205F || character == 0x3000;
}
