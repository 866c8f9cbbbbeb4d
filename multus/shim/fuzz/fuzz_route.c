// SPDX-License-Identifier: Apache-2.0
// What the kernel tells: any bytes are read within their bounds, and what is made of them can be read.
#include "fuzz.h"

#include "src/limits.h"
#include "src/route.h"

static void check_readable(struct buffer *request) {
    struct message message;
    message_finish(request, 1);
    struct text text = buffer_text(request);
    fuzz_must(request->broken || (message_next(&text, &message) && text.length == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    struct text input = {(const char *)bytes, length};
    struct buffer request = buffer_of(MESSAGE_LIMIT);
    struct message message;
    struct route route;
    while (message_next(&input, &message)) {
        if (!route_read(&message, &route)) {
            continue;
        }
        uint32_t interface = route_first_interface(&route);
        fuzz_must(!route_is_default(&route) || route.head.rtm_dst_len == 0);
        if (route_share(&route, interface) != SHARE_UNKNOWN) {
            route_delete(&request, &route);
            check_readable(&request);
            route_add_rest(&request, &route, interface);
            check_readable(&request);
        }
    }
    buffer_free(&request);
    return 0;
}
