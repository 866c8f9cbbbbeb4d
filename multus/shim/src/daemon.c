// SPDX-License-Identifier: Apache-2.0
#include "daemon.h"

#include "clock.h"
#include "http.h"
#include "limits.h"

#include <errno.h>

// Upstream's shim sends that with a probe.
#define PROBE_BODY "null"

// Status 0 with a cause when there was no answer.
static int status_of(const char *socket, const char *method, const char *path, long long deadline, const char **cause) {
    struct http_request request = {socket, method, path, text_of(PROBE_BODY)};
    struct answer answer = answer_none();
    *cause = http_call(&request, deadline, &answer);
    int status = *cause == NULL ? answer.status : 0;
    answer_free(&answer);
    return status;
}

static int probe(const char *socket, const char *path, long long deadline, const char **cause) {
    int status = status_of(socket, "POST", path, deadline, cause);
    return status == 405 ? status_of(socket, "GET", path, deadline, cause) : status;
}

static bool is_ready(const char *socket, long long deadline) {
    const char *cause;
    int status = probe(socket, "/readyz", deadline, &cause);
    if (status == 404) {
        status = probe(socket, "/healthz", deadline, &cause);
    }
    return status == 200;
}

bool daemon_await(const char *socket, struct failure *failure) {
    if (!http_can_have_path(socket)) {
        return fail(failure, CNI_INTERNAL, "the socket's path is too long: %s", socket);
    }
    long long next = clock_now();
    long long deadline = next + PROBE_TOTAL_MS;
    while (!is_ready(socket, deadline)) {
        long long now = clock_now();
        if (now >= deadline) {
            return fail(failure, CNI_INTERNAL, "timed out waiting for the condition");
        }
        next = next + PROBE_INTERVAL_MS > now ? next + PROBE_INTERVAL_MS : now;
        clock_sleep_until(next < deadline ? next : deadline);
    }
    return true;
}

bool daemon_is_there(const char *socket, struct failure *failure) {
    const char *cause;
    int status = probe(socket, "/healthz", clock_now() + PROBE_ONCE_MS, &cause);
    if (status == 200) {
        return true;
    }
    if (status == 0) {
        return fail(failure, CNI_INTERNAL, "CheckAPIReadyNow: Daemon not reachable over socketfile: %s: %s", socket, cause);
    }
    return fail(failure, CNI_INTERNAL, "CheckAPIReadyNow: Daemon not reachable over socketfile: status %d", status);
}

bool daemon_ask(const char *socket, struct text body, struct answer *answer, struct failure *failure) {
    struct http_request request = {socket, "POST", "/cni", body};
    const char *cause = http_call(&request, clock_now() + ANSWER_MS, answer);
    return cause == NULL || fail(failure, CNI_INTERNAL, "failed to send CNI request: Post \"http://dummy/cni\": %s: %s", socket, cause);
}
