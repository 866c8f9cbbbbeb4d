// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/limits.h"
#include "src/request.h"

#include <string.h>

static void forwards_what_concerns_the_daemon(void) {
    char *environment[] = {(char[]){"PATH=/bin"},          (char[]){"CNI_COMMAND=ADD"},
                           (char[]){"HTTP_PROXY=secret"},  (char[]){"CNI_ARGS=a=b;\"c\"\n"},
                           (char[]){"K8S_POD_NAME=p"},     (char[]){"CNI_NETNS="},
                           (char[]){"CNI_WITHOUT"},        (char[]){"CNI_COMMAND=DEL"},
                           (char[]){"XCNI_COMMAND=CHECK"}, NULL};
    struct failure failure = failure_none();
    struct buffer request = buffer_of(REQUEST_LIMIT);
    CHECK(request_write(&request, environment, text_of("{\"name\":\"a\"}"), &failure));
    CHECK_TEXT(buffer_text(&request),
               "{\"env\":{\"CNI_ARGS\":\"a=b;\\\"c\\\"\\n\",\"K8S_POD_NAME\":\"p\",\"CNI_NETNS\":\"\",\"CNI_COMMAND\":\"DEL\"},"
               "\"config\":\"eyJuYW1lIjoiYSJ9\"}");
    buffer_free(&request);
}

static void an_empty_environment_is_an_empty_object(void) {
    char *environment[] = {NULL};
    struct failure failure = failure_none();
    struct buffer request = buffer_of(REQUEST_LIMIT);
    CHECK(request_write(&request, environment, text_of(""), &failure));
    CHECK_TEXT(buffer_text(&request), "{\"env\":{},\"config\":\"\"}");
    buffer_free(&request);
}

static void refuses_an_environment_without_a_bound(void) {
    static char variables[ENVIRONMENT_VARIABLES + 1][16];
    char *environment[ENVIRONMENT_VARIABLES + 2] = {NULL};
    for (size_t i = 0; i <= ENVIRONMENT_VARIABLES; i++) {
        memcpy(variables[i], "CNI_000=x", sizeof "CNI_000=x");
        variables[i][4] = (char)('0' + i / 100);
        variables[i][5] = (char)('0' + i / 10 % 10);
        variables[i][6] = (char)('0' + i % 10);
        environment[i] = variables[i];
    }
    struct failure failure = failure_none();
    struct buffer request = buffer_of(REQUEST_LIMIT);
    CHECK(!request_write(&request, environment, text_of(""), &failure));
    CHECK_FAILURE(&failure, CNI_INVALID_ENVIRONMENT, "the variables CNI_* and K8S_* are more than 128");
    buffer_free(&request);
    environment[ENVIRONMENT_VARIABLES] = NULL;
    CHECK(request_write(&request, environment, text_of(""), &failure));
    buffer_free(&request);
}

// The largest there may be, with each byte in its longest form.
static void there_is_room_for_all_that_is_allowed(void) {
    struct buffer config = buffer_of(STDIN_LIMIT);
    struct buffer variable = buffer_of(ENVIRONMENT_LIMIT);
    buffer_string(&variable, "CNI_ARGS=");
    while (variable.length < ENVIRONMENT_LIMIT) {
        buffer_char(&variable, '\x01');
    }
    while (config.length < STDIN_LIMIT) {
        buffer_char(&config, 'x');
    }
    char *environment[] = {variable.bytes, NULL};
    struct failure failure = failure_none();
    struct buffer request = buffer_of(REQUEST_LIMIT);
    CHECK(request_write(&request, environment, buffer_text(&config), &failure));
    buffer_free(&request);
    buffer_free(&variable);
    buffer_free(&config);
}

void test_request(void) {
    forwards_what_concerns_the_daemon();
    an_empty_environment_is_an_empty_object();
    refuses_an_environment_without_a_bound();
    there_is_room_for_all_that_is_allowed();
}
