// SPDX-License-Identifier: Apache-2.0
// One HTTP request on a connection of its own to a Unix socket.
#ifndef SHIM_HTTP_H
#define SHIM_HTTP_H

#include "answer.h"

struct http_request {
    const char *socket; // its path
    const char *method;
    const char *path;
    struct text body;
};

// The cause is null when there is a whole answer, of whatever status, before the deadline.
const char *http_call(const struct http_request *request, long long deadline, struct answer *answer);
// Whether a socket may have that path: the kernel allows 107 bytes.
bool http_can_have_path(const char *socket);

#endif
