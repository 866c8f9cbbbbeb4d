// SPDX-License-Identifier: Apache-2.0
// The body of an answer to ADD: the first byte chooses the version. What is printed is JSON, and as the newest form it is read again as the same.
#include "fuzz.h"

#include "src/limits.h"
#include "src/result.h"

#include <string.h>

static const char *const VERSIONS[] = {"1.1.0", "1.0.0", "0.4.0", "0.3.1", "0.3.0", "0.2.0", "0.1.0"};

// One result within an answer, as a daemon would send it.
static void wrap(struct buffer *to, struct text result) {
    buffer_string(to, "{\"Result\":");
    buffer_add(to, result);
    buffer_char(to, '}');
}

static void check_again(struct text printed) {
    struct buffer again = buffer_of(RESULT_LIMIT);
    struct buffer second = buffer_of(RESULT_LIMIT);
    struct failure failure = failure_none();
    struct json result;
    wrap(&again, printed);
    fuzz_must(result_read(buffer_text(&again), &result, &failure));
    fuzz_must(result_convert(result, text_of("1.1.0"), &second, &failure));
    fuzz_must(second.length == printed.length && memcmp(second.bytes, printed.at, printed.length) == 0);
    buffer_free(&again);
    buffer_free(&second);
    failure_free(&failure);
}

static void check_written(const struct buffer *written, const char *version) {
    struct json root;
    struct json_fault fault;
    fuzz_must(!written->broken && json_check(buffer_text(written), &root, &fault));
    if (strcmp(version, "1.1.0") == 0) {
        check_again(buffer_text(written));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (length == 0) {
        return 0;
    }
    const char *version = VERSIONS[bytes[0] % (sizeof VERSIONS / sizeof VERSIONS[0])];
    struct text body = {(const char *)bytes + 1, length - 1};
    struct buffer written = buffer_of(RESULT_LIMIT);
    struct failure failure = failure_none();
    struct json result;
    if (result_read(body, &result, &failure) && result_convert(result, text_of(version), &written, &failure)) {
        check_written(&written, version);
    } else {
        fuzz_must(failure.code == CNI_INTERNAL && failure.message.length > 0);
    }
    buffer_free(&written);
    failure_free(&failure);
    return 0;
}
