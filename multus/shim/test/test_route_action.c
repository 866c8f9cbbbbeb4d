// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/route_action.h"

static void reads_a_line_at_a_time(void) {
    struct text text =
        text_of("delete-defaults 4 eth0\ndelete-defaults 6 a b\nadd-default 198.18.0.1 net1\nadd-default fd00::1 abcdefghijklmno\n");
    struct route_action action;
    struct failure failure = failure_none();
    CHECK(route_action_next(&text, &action, &failure) && !action.adds && action.v4);
    CHECK_TEXT(text_of(action.interface), "eth0");
    CHECK(route_action_next(&text, &action, &failure) && !action.adds && !action.v4);
    CHECK_TEXT(text_of(action.interface), "a b");
    CHECK(route_action_next(&text, &action, &failure) && action.adds && action.v4 && action.gateway.bytes[0] == 198);
    CHECK(route_action_next(&text, &action, &failure) && action.adds && !action.v4 && action.gateway.bytes[0] == 0xFD);
    CHECK_TEXT(text_of(action.interface), "abcdefghijklmno");
    CHECK(text.length == 0);
}

static void refuses_what_is_no_action(void) {
    static const struct {
        struct text line;
        const char *why;
    } CASES[] = {
        {{"\n", 1}, "no action: "},
        {{"delete-defaults 4\n", 18}, "no action: delete-defaults 4"},
        {{"delete-defaults 4 \n", 19}, "no action: delete-defaults 4 "},
        {{"delete-defaults 5 e\n", 20}, "no action: delete-defaults 5 e"},
        {{"delete 4 eth0\n", 14}, "no action: delete 4 eth0"},
        {{"add-default 1.2.3 e\n", 20}, "no action: add-default 1.2.3 e"},
        {{"add-default  e\n", 15}, "no action: add-default  e"},
        {{"add-default ::1 abcdefghijklmnop\n", 33}, "no action: add-default ::1 abcdefghijklmnop"},
        {{"add-default ::1 e\0x\n", 20}, "no action: add-default ::1 e"},
        {{"add-default ::1 e", 17}, "the last line of the input has no end"},
        {{"", 0}, "the last line of the input has no end"},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        struct failure failure = failure_none();
        struct text text = CASES[i].line;
        struct route_action action;
        CHECK(!route_action_next(&text, &action, &failure));
        CHECK_FAILURE(&failure, CNI_INTERNAL, CASES[i].why);
    }
}

void test_route_action(void) {
    reads_a_line_at_a_time();
    refuses_what_is_no_action();
}
