// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <string.h>

static void grows_up_to_its_limit(void) {
    struct buffer buffer = buffer_of(1000);
    for (int i = 0; i < 1000; i++) {
        buffer_char(&buffer, 'x');
    }
    CHECK(buffer.length == 1000 && !buffer.broken);
    CHECK(strlen(buffer_chars(&buffer)) == 1000);
    buffer_char(&buffer, 'y');
    CHECK(buffer.length == 1000 && buffer.broken);
    buffer_free(&buffer);
}

static void stays_broken_when_less_would_fit_again(void) {
    struct buffer buffer = buffer_of(4);
    buffer_string(&buffer, "abc");
    buffer_string(&buffer, "de");
    buffer_char(&buffer, 'f');
    CHECK_TEXT(buffer_text(&buffer), "abc");
    CHECK(buffer.broken);
    buffer_clear(&buffer);
    buffer_string(&buffer, "abcd");
    CHECK_TEXT(buffer_text(&buffer), "abcd");
    CHECK(!buffer.broken);
    buffer_free(&buffer);
}

static void an_empty_one_is_an_empty_string(void) {
    struct buffer buffer = buffer_of(4);
    CHECK_TEXT(buffer_text(&buffer), "");
    CHECK(strcmp(buffer_chars(&buffer), "") == 0);
    buffer_cut(&buffer, 0);
    buffer_free(&buffer);
}

static void takes_back_what_was_added(void) {
    struct buffer buffer = buffer_of(16);
    buffer_string(&buffer, "abcdef");
    buffer_cut(&buffer, 2);
    CHECK(strcmp(buffer_chars(&buffer), "ab") == 0);
    buffer_cut(&buffer, 5);
    CHECK_TEXT(buffer_text(&buffer), "ab");
    buffer_free(&buffer);
}

static void gives_no_more_space_than_the_limit(void) {
    struct buffer buffer = buffer_of(5);
    size_t space = 0;
    CHECK(buffer_space(&buffer, 100, &space) != NULL && space == 5);
    buffer.length = 5;
    CHECK(buffer_space(&buffer, 100, &space) == NULL && !buffer.broken);
    buffer_free(&buffer);
}

static void compares_and_cuts(void) {
    CHECK(text_is((struct text){"abc", 2}, "ab"));
    CHECK(!text_is((struct text){"abc", 3}, "ab"));
    CHECK(text_is((struct text){NULL, 0}, ""));
    CHECK_TEXT(text_start(text_of("abc"), 2), "ab");
    CHECK_TEXT(text_start(text_of("abc"), 5), "abc");
}

void test_text(void) {
    grows_up_to_its_limit();
    stays_broken_when_less_would_fit_again();
    an_empty_one_is_an_empty_string();
    takes_back_what_was_added();
    gives_no_more_space_than_the_limit();
    compares_and_cuts();
}
