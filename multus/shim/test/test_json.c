// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/json.h"
#include "src/limits.h"

#include <string.h>

static void says_what_is_wrong_as_go_does(void) {
    static const char *const FAULTS[][2] = {
        {"", "unexpected end of JSON input"},
        {" ", "unexpected end of JSON input"},
        {"{", "unexpected end of JSON input"},
        {"{\"a\":1", "unexpected end of JSON input"},
        {"[\"", "unexpected end of JSON input"},
        {"[\"\\", "unexpected end of JSON input"},
        {"[1,]", "invalid character ']' looking for beginning of value"},
        {"{\"a\":1,}", "invalid character '}' looking for beginning of object key string"},
        {"{1}", "invalid character '1' looking for beginning of object key string"},
        {"{\"a\" 1}", "invalid character '1' after object key"},
        {"{\"a\":1 2}", "invalid character '2' after object key:value pair"},
        {"[1 2]", "invalid character '2' after array element"},
        {"{} x", "invalid character 'x' after top-level value"},
        {"nulx", "invalid character 'x' in literal null (expecting 'l')"},
        {"[-x]", "invalid character 'x' in numeric literal"},
        {"[1.x]", "invalid character 'x' after decimal point in numeric literal"},
        {"[1ex]", "invalid character 'x' in exponent of numeric literal"},
        {"\"\\x\"", "invalid character 'x' in string escape code"},
        {"\"\\u12g4\"", "invalid character 'g' in \\u hexadecimal character escape"},
        {"\"\n\"", "invalid character '\\n' in string literal"},
        {"\"\x01\"", "invalid character '\\x01' in string literal"},
        {"'", "invalid character '\\'' looking for beginning of value"},
        {"\xC3\xA9", "invalid character '\xC3\x83' looking for beginning of value"},
        {"\x80", "invalid character '\\u0080' looking for beginning of value"},
    };
    for (size_t i = 0; i < COUNT(FAULTS); i++) {
        struct json root;
        struct json_fault fault = {""};
        CHECK(!json_check(text_of(FAULTS[i][0]), &root, &fault));
        CHECK_TEXT(text_of(fault.text), FAULTS[i][1]);
    }
}

static void takes_every_form(void) {
    static const char *const RIGHT[] = {
        "0",
        "-0",
        "1.5e+3",
        "1E9",
        "true",
        "false",
        "null",
        "\"\"",
        "[]",
        "{}",
        " [ ] ",
        "\t{ }\r\n",
        "[[],{},[{}]]",
        "{\"a\":{\"b\":[1,\"]\",\"}\\\"\"]}}",
        "\"\\u00e9\\n\"",
    };
    for (size_t i = 0; i < COUNT(RIGHT); i++) {
        struct json root;
        struct json_fault fault = {""};
        CHECK(json_check(text_of(RIGHT[i]), &root, &fault));
        CHECK_TEXT(text_of(fault.text), "");
    }
}

static void refuses_what_is_nested_too_deep(void) {
    struct buffer deep = buffer_of(MIB);
    struct json root;
    struct json_fault fault;
    for (unsigned i = 0; i < JSON_DEPTH; i++) {
        buffer_char(&deep, '[');
    }
    CHECK(!json_check(buffer_text(&deep), &root, &fault));
    CHECK_TEXT(text_of(fault.text), "unexpected end of JSON input");
    buffer_char(&deep, '[');
    CHECK(!json_check(buffer_text(&deep), &root, &fault));
    CHECK_TEXT(text_of(fault.text), "it is nested deeper than 128 levels");
    buffer_free(&deep);
}

static struct text text_in(struct json value) {
    return (struct text){value.at, (size_t)(value.end - value.at)};
}

static struct json root_of(const char *document) {
    struct json root;
    struct json_fault fault;
    CHECK(json_check(text_of(document), &root, &fault));
    return root;
}

static void finds_members_as_go_does(void) {
    struct json root = root_of("{ \"x\" : [1,{\"name\":2}], \"Na\\u006de\":\"y\" , \"none\":null,\"names\":3 }");
    struct json value;
    struct json_fault fault;
    CHECK(json_member(root, "name", &value, &fault) == JSON_PRESENT);
    CHECK_TEXT(text_in(value), "\"y\"");
    CHECK(json_member(root_of("{\"\\u212aey\\u017f\":1}"), "keys", &value, &fault) == JSON_PRESENT);
    CHECK(json_member(root, "none", &value, &fault) == JSON_ABSENT);
    CHECK(json_member(root, "nam", &value, &fault) == JSON_ABSENT);
    CHECK(json_member_of(root, "names", JSON_STRING, &value, &fault) == JSON_BAD);
    CHECK_TEXT(text_of(fault.text), "names is a number, not a string");
}

static void refuses_a_member_that_is_given_twice(void) {
    struct json value;
    struct json_fault fault;
    CHECK(json_member(root_of("{\"a\":1,\"b\":2,\"A\":null}"), "a", &value, &fault) == JSON_BAD);
    CHECK_TEXT(text_of(fault.text), "a is given twice");
}

static void goes_through_items(void) {
    static const char *const ITEMS[] = {"1", "\"a,]\"", "[2,[3]]", "{\"b\":{}}", "null", "-1.5"};
    struct json_cursor cursor = json_cursor(root_of("[1 , \"a,]\",[2,[3]], {\"b\":{}} ,null,-1.5 ]"));
    struct json key;
    struct json item;
    size_t count = 0;
    while (json_next(&cursor, &key, &item)) {
        CHECK(count < COUNT(ITEMS));
        CHECK_TEXT(text_in(item), ITEMS[count++]);
    }
    CHECK(count == COUNT(ITEMS));
}

static void reads_strings(void) {
    struct buffer text = buffer_of(KIB);
    json_string(root_of("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\xC3\xA9\\ud83d\\ude00\\ud83d\\ud83dx\\udc00\xFF\""), &text);
    CHECK_TEXT(buffer_text(&text), "a\"\\/\b\f\n\r\t\xC3\xA9\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBD");
    buffer_free(&text);
    CHECK(json_string_is_empty(root_of("\"\"")) && !json_string_is_empty(root_of("\" \"")));
}

static void reads_whole_numbers(void) {
    long long number;
    CHECK(json_whole_number(root_of("-12"), &number) && number == -12);
    CHECK(json_whole_number(root_of("9007199254740992"), &number) && number == 9007199254740992);
    CHECK(!json_whole_number(root_of("9007199254740993"), &number));
    CHECK(!json_whole_number(root_of("99999999999999999999999999"), &number));
    CHECK(!json_whole_number(root_of("1.0"), &number));
    CHECK(!json_whole_number(root_of("1e3"), &number));
}

void test_json(void) {
    says_what_is_wrong_as_go_does();
    takes_every_form();
    refuses_what_is_nested_too_deep();
    finds_members_as_go_does();
    refuses_a_member_that_is_given_twice();
    goes_through_items();
    reads_strings();
    reads_whole_numbers();
}
