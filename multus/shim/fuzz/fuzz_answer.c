// SPDX-License-Identifier: Apache-2.0
// What a peer sends: the first byte is the length of the pieces in which the others come. However they are cut, it is the same answer.
#include "fuzz.h"

#include "src/limits.h"
#include "src/json.h"
#include "src/refusal.h"

static struct answer take(struct text bytes, size_t piece) {
    struct answer answer = answer_none();
    for (size_t i = 0; i < bytes.length; i += piece) {
        answer_take(&answer, (struct text){bytes.at + i, bytes.length - i < piece ? bytes.length - i : piece});
    }
    enum answer_state state = answer_end(&answer);
    fuzz_must(state == ANSWER_WHOLE || (state == ANSWER_BROKEN && answer.cause != NULL));
    return answer;
}

static void check_failure(const struct answer *answer) {
    struct failure failure = failure_none();
    struct buffer written = buffer_of(FAILURE_LIMIT * 8);
    struct json root;
    struct json_fault fault;
    if (!refusal_none(answer, false, &failure)) {
        failure_write(&failure, &written);
        fuzz_must(!written.broken && json_check(buffer_text(&written), &root, &fault));
    }
    buffer_free(&written);
    failure_free(&failure);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (length == 0) {
        return 0;
    }
    struct text rest = {(const char *)bytes + 1, length - 1};
    struct answer pieces = take(rest, bytes[0] == 0 ? 1 : bytes[0]);
    struct answer whole = take(rest, length);
    fuzz_must(pieces.state == whole.state && pieces.status == whole.status && pieces.body.length == whole.body.length);
    check_failure(&whole);
    answer_free(&pieces);
    answer_free(&whole);
    return 0;
}
