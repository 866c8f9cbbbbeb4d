// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <stdio.h>

int main(void) {
    test_text();
    test_utf8();
    test_json();
    test_json_write();
    test_base64();
    test_version();
    test_environment();
    test_config();
    test_address();
    test_answer();
    test_call();
    test_request();
    test_result();
    test_refusal();
    test_spool();
    test_files();
    test_route_action();
    test_route();
    test_limits();
    printf("%u checks, %u failed\n", check_count(), check_failed());
    return check_failed() == 0 ? 0 : 1;
}
