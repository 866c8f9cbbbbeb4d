// SPDX-License-Identifier: Apache-2.0
#include "base64.h"

#include <stdint.h>

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void add_group(struct buffer *to, const unsigned char *bytes, size_t length) {
    uint32_t group = (uint32_t)bytes[0] << 16;
    group |= length > 1 ? (uint32_t)bytes[1] << 8 : 0;
    group |= length > 2 ? bytes[2] : 0;
    char letters[4] = {
        LETTERS[group >> 18],
        LETTERS[group >> 12 & 63],
        length > 1 ? LETTERS[group >> 6 & 63] : '=',
        length > 2 ? LETTERS[group & 63] : '=',
    };
    buffer_add(to, (struct text){letters, sizeof letters});
}

void base64_add(struct buffer *to, struct text bytes) {
    for (size_t i = 0; i < bytes.length; i += 3) {
        size_t left = bytes.length - i;
        add_group(to, (const unsigned char *)bytes.at + i, left < 3 ? left : 3);
    }
}
