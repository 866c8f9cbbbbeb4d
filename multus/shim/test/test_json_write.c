// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/json_write.h"
#include "src/limits.h"

static void indents_as_libcni_does(void) {
    struct buffer text = buffer_of(KIB);
    struct json_writer writer = json_writer_of(&text);
    json_open(&writer, '{');
    json_key(&writer, "a");
    json_open(&writer, '[');
    json_number(&writer, 1);
    json_text(&writer, text_of("x"));
    json_open(&writer, '{');
    json_close(&writer, '}');
    json_close(&writer, ']');
    json_key(&writer, "b");
    json_number(&writer, -2);
    json_close(&writer, '}');
    CHECK_TEXT(buffer_text(&text), "{\n    \"a\": [\n        1,\n        \"x\",\n        {}\n    ],\n    \"b\": -2\n}");
    buffer_free(&text);
}

static void escapes_as_go_does(void) {
    struct buffer text = buffer_of(KIB);
    json_quote(&text, text_of("a\"\\/\b\f\n\r\t\x01\x7F<>&\xE2\x80\xA8\xC3\xA9\xFF"));
    CHECK_TEXT(buffer_text(&text), "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\x7F\\u003c\\u003e\\u0026\\u2028\xC3\xA9\xEF\xBF\xBD\"");
    buffer_free(&text);
}

static void writes_a_failure_with_its_details(void) {
    struct failure failure = failure_none();
    struct buffer text = buffer_of(KIB);
    fail(&failure, 7, "no %s", "name");
    failure_write(&failure, &text);
    CHECK_TEXT(buffer_text(&text), "{\n    \"code\": 7,\n    \"msg\": \"no name\"\n}");
    buffer_clear(&text);
    buffer_string(&failure.details, "d");
    failure_prefix(&failure, "CmdAdd (shim): ");
    failure_write(&failure, &text);
    CHECK_TEXT(buffer_text(&text), "{\n    \"code\": 7,\n    \"msg\": \"CmdAdd (shim): no name\",\n    \"details\": \"d\"\n}");
    buffer_free(&text);
    failure_free(&failure);
}

static void quotes_no_more_than_the_limit(void) {
    struct buffer large = buffer_of(MIB);
    for (unsigned i = 0; i < MIB / 4; i++) {
        buffer_string(&large, "abcd");
    }
    struct failure failure = failure_none();
    fail(&failure, 999, "'");
    failure_quote(&failure, buffer_text(&large));
    CHECK(failure.message.length < QUOTE_LIMIT + 100 && !failure.message.broken);
    buffer_free(&large);
    failure_free(&failure);
}

void test_json_write(void) {
    indents_as_libcni_does();
    escapes_as_go_does();
    writes_a_failure_with_its_details();
    quotes_no_more_than_the_limit();
}
