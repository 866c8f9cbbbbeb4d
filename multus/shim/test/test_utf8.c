// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/utf8.h"

#include <string.h>

static void reads_back_every_character(void) {
    for (uint32_t character = 1; character <= 0x10FFFF; character++) {
        if (character >= 0xD800 && character <= 0xDFFF) {
            continue;
        }
        struct buffer buffer = buffer_of(4);
        utf8_add(&buffer, character);
        const char *at = buffer.bytes;
        bool same = utf8_next(&at, buffer.bytes + buffer.length) == character && at == buffer.bytes + buffer.length;
        buffer_free(&buffer);
        if (!same) {
            CHECK(same);
            return;
        }
    }
    CHECK(true);
}

static void takes_one_byte_of_what_is_no_character(void) {
    static const char *const BROKEN[] = {
        "\x80", "\xBF", "\xC0\x80", "\xC1\xBF",     "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80",
        "\xFF", "\xC3", "\xE2\x82", "\xE2\x28\xA1",
    };
    for (size_t i = 0; i < COUNT(BROKEN); i++) {
        const char *at = BROKEN[i];
        CHECK(utf8_next(&at, BROKEN[i] + strlen(BROKEN[i])) == UNKNOWN_CHARACTER);
        CHECK(at == BROKEN[i] + 1);
    }
}

static void knows_spaces(void) {
    CHECK(utf8_is_space(' ') && utf8_is_space('\t') && utf8_is_space('\r') && utf8_is_space(0xA0) && utf8_is_space(0x2003)
          && utf8_is_space(0x3000));
    CHECK(!utf8_is_space('x') && !utf8_is_space(0) && !utf8_is_space(0x200B) && !utf8_is_space(UNKNOWN_CHARACTER));
}

void test_utf8(void) {
    reads_back_every_character();
    takes_one_byte_of_what_is_no_character();
    knows_spaces();
}
