// SPDX-License-Identifier: Apache-2.0
// A check that fails says where and what, and the others go on.
#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include "src/failure.h"
#include "src/text.h"

#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)
#define CHECK_TEXT(actual, expected) check_text(actual, expected, __FILE__, __LINE__)
// The code and the start of the message; the failure is empty again afterwards.
#define CHECK_FAILURE(failure, code, message) check_failure(failure, code, message, __FILE__, __LINE__)
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

void check(bool condition, const char *what, const char *file, int line);
void check_text(struct text actual, const char *expected, const char *file, int line);
void check_failure(struct failure *failure, unsigned code, const char *message, const char *file, int line);
// The number of checks that failed so far.
unsigned check_failed(void);
unsigned check_count(void);

void test_text(void);
void test_utf8(void);
void test_json(void);
void test_json_write(void);
void test_base64(void);
void test_version(void);
void test_environment(void);
void test_config(void);
void test_address(void);
void test_answer(void);
void test_call(void);
void test_request(void);
void test_result(void);
void test_refusal(void);
void test_spool(void);
void test_files(void);
void test_route_action(void);
void test_route(void);
void test_limits(void);

#endif
