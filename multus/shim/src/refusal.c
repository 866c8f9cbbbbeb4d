// SPDX-License-Identifier: Apache-2.0
#include "refusal.h"

#include "json.h"
#include "limits.h"

#include <stdio.h>
#include <string.h>

// CNI's code for what may go better later.
#define TRY_AGAIN_LATER 11

// {"code":11,"msg":"...","details":"..."}
static bool read_error(struct json root, unsigned *code, struct failure *failure) {
    struct json_fault fault;
    struct json value;
    struct json message;
    long long number = 0;
    enum json_found found = json_member_of(root, "code", JSON_NUMBER, &value, &fault);
    if (found == JSON_BAD || (found == JSON_PRESENT && (!json_whole_number(value, &number) || number < 0 || number > UINT32_MAX))) {
        return false;
    }
    enum json_found details = json_member_of(root, "details", JSON_STRING, &value, &fault);
    found = json_member_of(root, "msg", JSON_STRING, &message, &fault);
    if (details == JSON_BAD || found != JSON_PRESENT || json_string_is_empty(message)) {
        return false;
    }
    *code = (unsigned)number;
    json_string(message, &failure->message);
    if (details == JSON_PRESENT && !json_string_is_empty(value)) {
        buffer_string(&failure->message, "; ");
        json_string(value, &failure->message);
    }
    return true;
}

bool refusal_none(const struct answer *answer, bool upstream_codes, struct failure *failure) {
    if (answer->status == 200) {
        return true;
    }
    struct json_fault fault;
    struct json root;
    unsigned code;
    struct text body = buffer_text(&answer->body);
    fail(failure, CNI_INTERNAL, "%s", "");
    if (json_check(body, &root, &fault) && json_kind(root) == JSON_OBJECT && read_error(root, &code, failure)) {
        failure->code = upstream_codes || code == 0 ? CNI_INTERNAL : code;
        return false;
    }
    fail(failure, CNI_INTERNAL, "CNI request failed with status %d: '", answer->status);
    failure_quote(failure, body);
    buffer_char(&failure->message, '\'');
    return false;
}

static bool says_try_again(const struct answer *answer) {
    struct json_fault fault;
    struct json root;
    struct json value;
    long long code = 0;
    return json_check(buffer_text(&answer->body), &root, &fault) && json_kind(root) == JSON_OBJECT
           && json_member_of(root, "code", JSON_NUMBER, &value, &fault) == JSON_PRESENT && json_whole_number(value, &code)
           && code == TRY_AGAIN_LATER;
}

// A status that says no, and says it of this request. Too many requests, an address that is not there and a daemon that cannot are no word on it,
// nor is what a daemon says that had to break off: that the caller is to try again.
bool refusal_is_final(const struct answer *answer) {
    int status = answer->status;
    bool about_it = status >= 400 && status < 500 && status != 404 && status != 405 && status != 408 && status != 429;
    return status == 200 || (about_it && !says_try_again(answer));
}

// Upstream's words, at the end of the answer: https://github.com/k8snetworkplumbingwg/multus-cni/blob/v4.1.4/pkg/server/server.go
bool refusal_is_of_command(const struct answer *answer, const char *command) {
    char words[64];
    int length = snprintf(words, sizeof words, "unknown cmd type: %s\n", command);
    struct text body = buffer_text(&answer->body);
    return answer->status == 400 && length > 0 && (size_t)length < sizeof words && body.length >= (size_t)length
           && memcmp(body.at + body.length - (size_t)length, words, (size_t)length) == 0;
}
