// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/limits.h"

// The tests of the whole program are built with shorter ones; these are what nodes get.
void test_limits(void) {
    CHECK(PROBE_INTERVAL_MS == 100);
    CHECK(PROBE_TOTAL_MS == 60 * 1000);
    CHECK(PROBE_ONCE_MS == 10 * 1000);
    CHECK(ANSWER_MS == 5 * 60 * 1000);
    CHECK(ACTIONS_MS == 5 * 1000);
    CHECK(NETLINK_MS == 5 * 1000);
    CHECK(STDIN_MS == 60 * 1000);
    CHECK(STDIN_LIMIT == 4 * 1024 * 1024);
    CHECK(ANSWER_LIMIT == 16 * 1024 * 1024);
}
