// SPDX-License-Identifier: Apache-2.0
// Standard input of multus-netns: any bytes end in actions or in a failure, and each takes a part of the input.
#include "fuzz.h"

#include "src/route_action.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    struct text input = {(const char *)bytes, length};
    struct failure failure = failure_none();
    struct route_action action;
    bool right = true;
    while (right && input.length > 0) {
        size_t before = input.length;
        right = route_action_next(&input, &action, &failure);
        fuzz_must(right ? input.length < before && strlen(action.interface) > 0 : failure.message.length > 0);
    }
    failure_free(&failure);
    return 0;
}
