// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/answer.h"
#include "src/limits.h"

#include <string.h>

#define OK "HTTP/1.1 200 OK\r\n"

static const struct {
    const char *bytes;
    int status;
    const char *body;
} WHOLE[] = {
    {OK "Content-Length: 2\r\n\r\nhi", 200, "hi"},
    {OK "content-length:2\r\n\r\nhi", 200, "hi"},
    {OK "Content-Length: 0\r\n\r\n", 200, ""},
    {"HTTP/1.0 404 \r\nContent-Length: 0\r\n\r\n", 404, ""},
    {"HTTP/1.1 405\r\nContent-Length: 0\r\n\r\n", 405, ""},
    {"HTTP/1.1 204 No Content\r\n\r\n", 204, ""},
    {"HTTP/1.1 100 Continue\r\n\r\n" OK "Content-Length: 2\r\n\r\nhi", 200, "hi"},
    {OK "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", 200, "hi"},
    {OK "Transfer-Encoding: chunked\r\n\r\n1\r\nh\r\n1;x=y\r\ni\r\n000\r\nTrailer: x\r\n\r\n", 200, "hi"},
    {OK "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200, ""},
    {OK "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200, ""},
    {OK "Transfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", 200, "01234567890123456789"},
};

static struct answer take(const char *bytes, size_t length, size_t piece) {
    struct answer answer = answer_none();
    for (size_t i = 0; i < length; i += piece) {
        answer_take(&answer, (struct text){bytes + i, length - i < piece ? length - i : piece});
    }
    return answer;
}

static void reads_answers_however_they_are_cut(void) {
    for (size_t i = 0; i < COUNT(WHOLE); i++) {
        size_t length = strlen(WHOLE[i].bytes);
        for (size_t piece = 1; piece <= length; piece++) {
            struct answer answer = take(WHOLE[i].bytes, length, piece);
            CHECK(answer.state == ANSWER_WHOLE && answer.status == WHOLE[i].status);
            CHECK_TEXT(buffer_text(&answer.body), WHOLE[i].body);
            answer_free(&answer);
        }
    }
}

static void an_answer_that_ends_too_early_is_broken(void) {
    for (size_t i = 0; i < COUNT(WHOLE); i++) {
        for (size_t length = 0; length < strlen(WHOLE[i].bytes); length++) {
            struct answer answer = take(WHOLE[i].bytes, length, 1000);
            CHECK(answer.state != ANSWER_WHOLE);
            CHECK(answer_end(&answer) == ANSWER_BROKEN && answer.cause != NULL);
            answer_free(&answer);
        }
    }
}

static void a_body_without_a_length_goes_to_the_end(void) {
    struct answer answer = take(OK "\r\nhi", strlen(OK "\r\nhi"), 3);
    CHECK(answer.state == ANSWER_UNTIL_END);
    CHECK(answer_end(&answer) == ANSWER_WHOLE);
    CHECK_TEXT(buffer_text(&answer.body), "hi");
    answer_free(&answer);
}

static void what_is_no_answer_is_broken(void) {
    static const char *const BROKEN[] = {
        "\r\n\r\n",
        "hello\r\n\r\n",
        "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 2x0 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n",
        OK "no colon\r\n\r\n",
        OK "Content-Length: -1\r\n\r\n",
        OK "Content-Length: 1, 1\r\n\r\n",
        OK "Content-Length:\r\n\r\n",
        OK "Content-Length: 99999999999999999999999\r\n\r\n",
        OK "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        OK "Content-Length: 16777217\r\n\r\n",
        OK "Transfer-Encoding: gzip\r\n\r\n",
        OK "Transfer-Encoding: chunked\r\n\r\n\r\n",
        OK "Transfer-Encoding: chunked\r\n\r\nx\r\n",
        OK "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
        OK "Transfer-Encoding: chunked\r\n\r\n1\r\nhi\r\n",
        OK "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFFFFFFFFF\r\n",
    };
    for (size_t i = 0; i < COUNT(BROKEN); i++) {
        struct answer answer = take(BROKEN[i], strlen(BROKEN[i]), 7);
        CHECK(answer.state == ANSWER_BROKEN && answer.cause != NULL);
        answer_free(&answer);
    }
}

// Feeds the same piece until the answer breaks; says how many bytes that took.
static size_t feed(const char *start, const char *piece) {
    struct answer answer = take(start, strlen(start), 1000);
    size_t fed = 0;
    while (answer.state != ANSWER_BROKEN && fed < 64 * MIB) {
        answer_take(&answer, text_of(piece));
        fed += strlen(piece);
    }
    CHECK(answer.state == ANSWER_BROKEN && answer.body.length <= ANSWER_LIMIT);
    answer_free(&answer);
    return fed;
}

static void takes_no_more_than_its_limits(void) {
    static char large[4096];
    memset(large, 'x', sizeof large - 1);
    CHECK(feed(OK, large) <= HEAD_LIMIT + sizeof large);
    CHECK(feed("", large) <= HEAD_LIMIT + sizeof large);
    CHECK(feed(OK "\r\n", large) <= ANSWER_LIMIT + sizeof large);
    CHECK(feed(OK "Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n") <= 3 * MIB);
    CHECK(feed(OK "Transfer-Encoding: chunked\r\n\r\n0\r\n", "a: b\r\n") <= 3 * MIB);
    CHECK(feed("", "HTTP/1.1 100 Continue\r\n\r\n") <= KIB);
}

void test_answer(void) {
    reads_answers_however_they_are_cut();
    an_answer_that_ends_too_early_is_broken();
    a_body_without_a_length_goes_to_the_end();
    what_is_no_answer_is_broken();
    takes_no_more_than_its_limits();
}
