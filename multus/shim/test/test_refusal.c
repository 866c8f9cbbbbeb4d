// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/limits.h"
#include "src/refusal.h"

static const struct {
    const char *body;
    unsigned code;
    const char *message;
} REFUSALS[] = {
    {"{\"code\":11,\"msg\":\"later\",\"details\":\"soon\"}", 11, "later; soon"},
    {"{\"code\":50,\"msg\":\"not available\"}", 50, "not available"},
    {"{\"code\":0,\"msg\":\"m\"}", 999, "m"},
    {"{\"msg\":\"m\",\"details\":\"\"}", 999, "m"},
    {"{\"code\":7,\"msg\":\"\"}", 999, "CNI request failed with status 400: '{\"code\":7,\"msg\":\"\"}'"},
    {"{\"code\":-1,\"msg\":\"m\"}", 999, "CNI request failed with status 400: '{\"code\":-1,\"msg\":\"m\"}'"},
    {"{\"code\":4294967296,\"msg\":\"m\"}", 999, "CNI request failed with status 400: '{\"code\":4294967296,\"msg\":\"m\"}'"},
    {"{\"code\":\"7\",\"msg\":\"m\"}", 999, "CNI request failed with status 400: '"},
    {"{\"code\":7,\"msg\":\"m\",\"details\":5}", 999, "CNI request failed with status 400: '"},
    {"text\n", 999, "CNI request failed with status 400: 'text\n'"},
    {"", 999, "CNI request failed with status 400: ''"},
    {"[]", 999, "CNI request failed with status 400: '[]'"},
};

static struct answer answer_of(int status, const char *body) {
    struct answer answer = answer_none();
    answer.status = status;
    answer.state = ANSWER_WHOLE;
    buffer_string(&answer.body, body);
    return answer;
}

static void keeps_the_codes_of_the_daemon(void) {
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(REFUSALS); i++) {
        struct answer answer = answer_of(400, REFUSALS[i].body);
        CHECK(!refusal_none(&answer, false, &failure));
        CHECK_FAILURE(&failure, REFUSALS[i].code, REFUSALS[i].message);
        CHECK(!refusal_none(&answer, true, &failure));
        CHECK_FAILURE(&failure, 999, REFUSALS[i].message);
        answer_free(&answer);
    }
}

static void an_answer_counts_by_its_status(void) {
    static const struct {
        int status;
        bool done;
        bool final;
    } STATUSES[] = {{200, true, true},   {400, false, true},  {403, false, true},  {404, false, false},
                    {405, false, false}, {408, false, false}, {429, false, false}, {500, false, false},
                    {503, false, false}, {204, false, false}, {302, false, false}, {0, false, false}};
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(STATUSES); i++) {
        struct answer answer = answer_of(STATUSES[i].status, "");
        CHECK(refusal_none(&answer, false, &failure) == STATUSES[i].done);
        CHECK(refusal_is_final(&answer) == STATUSES[i].final);
        answer_free(&answer);
    }
    failure_free(&failure);
}

static void a_word_to_try_again_is_not_final(void) {
    static const struct {
        const char *body;
        bool final;
    } BODIES[] = {{"{\"code\":11,\"msg\":\"later\"}", false}, {"{\"code\":11}", false},      {"{\"code\":7,\"msg\":\"no\"}", true},
                  {"{\"code\":\"11\"}", true},                {"{\"code\":11.5}", true},   {"{\"code\":null}", true},
                  {"[11]", true},                             {"{\"code\":11", true}};
    for (size_t i = 0; i < COUNT(BODIES); i++) {
        struct answer answer = answer_of(400, BODIES[i].body);
        CHECK(refusal_is_final(&answer) == BODIES[i].final);
        answer_free(&answer);
    }
    struct answer done = answer_of(200, "{\"code\":11}");
    CHECK(refusal_is_final(&done));
    answer_free(&done);
}

static void a_daemon_from_before_a_command_is_told_by_its_words(void) {
    static const struct {
        int status;
        const char *body;
        bool before;
    } ANSWERS[] = {{400, "ContainerID:\"c\" ERRORED: unknown cmd type: STATUS\n", true},
                   {400, "&{ContainerID:c} unknown cmd type: STATUS\n", true},
                   {400, "ERRORED: unknown cmd type: STATUS", false},
                   {400, "ERRORED: unknown cmd type: GC\n", false},
                   {400, "STATUS\n", false},
                   {400, "", false},
                   {500, "ERRORED: unknown cmd type: STATUS\n", false}};
    for (size_t i = 0; i < COUNT(ANSWERS); i++) {
        struct answer answer = answer_of(ANSWERS[i].status, ANSWERS[i].body);
        CHECK(refusal_is_of_command(&answer, "STATUS") == ANSWERS[i].before);
        answer_free(&answer);
    }
}

void test_refusal(void) {
    a_daemon_from_before_a_command_is_told_by_its_words();
    a_word_to_try_again_is_not_final();
    keeps_the_codes_of_the_daemon();
    an_answer_counts_by_its_status();
}
