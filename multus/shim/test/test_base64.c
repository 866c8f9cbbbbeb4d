// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/base64.h"

// The test vectors of RFC 4648, section 10, and bytes that take the last two letters.
static const char *const VECTORS[][2] = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
    {"\xFB\xFF\xFE", "+//+"},
};

void test_base64(void) {
    for (size_t i = 0; i < COUNT(VECTORS); i++) {
        struct buffer text = buffer_of(64);
        base64_add(&text, text_of(VECTORS[i][0]));
        CHECK_TEXT(buffer_text(&text), VECTORS[i][1]);
        buffer_free(&text);
    }
}
