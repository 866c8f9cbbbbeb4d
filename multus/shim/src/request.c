// SPDX-License-Identifier: Apache-2.0
#include "request.h"

#include "base64.h"
#include "json_write.h"
#include "limits.h"

#include <string.h>

static bool is_forwarded(const char *variable) {
    return strncmp(variable, "CNI_", 4) == 0 || strncmp(variable, "K8S_", 4) == 0;
}

// The last of two variables of one name counts, as in Go.
static bool comes_again(const char *name, size_t length, char *const *rest) {
    for (; *rest != NULL; rest++) {
        if (strncmp(*rest, name, length) == 0 && (*rest)[length] == '=') {
            return true;
        }
    }
    return false;
}

static void add_variable(struct buffer *to, const char *variable, const char *equals) {
    json_quote(to, (struct text){variable, (size_t)(equals - variable)});
    buffer_char(to, ':');
    json_quote(to, text_of(equals + 1));
}

static bool add_environment(struct buffer *to, char *const *environment) {
    size_t bytes = 0;
    size_t count = 0;
    for (char *const *next = environment; *next != NULL; next++) {
        const char *equals = is_forwarded(*next) ? strchr(*next, '=') : NULL;
        if (equals == NULL) {
            continue;
        }
        bytes += strlen(*next);
        count++;
        if (bytes > ENVIRONMENT_LIMIT || count > ENVIRONMENT_VARIABLES) {
            return false;
        }
        if (!comes_again(*next, (size_t)(equals - *next), next + 1)) {
            buffer_string(to, to->bytes[to->length - 1] == '{' ? "" : ",");
            add_variable(to, *next, equals);
        }
    }
    return true;
}

bool request_write(struct buffer *to, char *const *environment, struct text config, struct failure *failure) {
    buffer_string(to, "{\"env\":{");
    if (to->broken || !add_environment(to, environment)) {
        return fail(failure, CNI_INVALID_ENVIRONMENT, "the variables CNI_* and K8S_* are more than %u, or longer than %u bytes",
                    ENVIRONMENT_VARIABLES, ENVIRONMENT_LIMIT);
    }
    buffer_string(to, "},\"config\":\"");
    base64_add(to, config);
    buffer_string(to, "\"}");
    return !to->broken || fail(failure, CNI_INTERNAL, "out of memory");
}
