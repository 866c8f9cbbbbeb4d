// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include "clock.h"
#include "daemon.h"
#include "http.h"
#include "limits.h"
#include "refusal.h"
#include "request.h"
#include "spool.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SOCKET_NAME "multus.sock"

struct socket_path {
    char path[PATH_LIMIT + sizeof "/" SOCKET_NAME];
};

struct call call_of(struct environment environment) {
    return (struct call){.environment = environment, .config = config_none(), .input = buffer_of(STDIN_LIMIT)};
}

void call_free(struct call *call) {
    config_free(&call->config);
    buffer_free(&call->input);
}

static struct socket_path socket_path(const struct call *call) {
    struct socket_path socket;
    struct text folder = buffer_text(&call->config.socket_folder);
    bool slash = folder.length > 0 && folder.at[folder.length - 1] == '/'; // empty where there was no memory for it
    snprintf(socket.path, sizeof socket.path, "%s%s" SOCKET_NAME, folder.at, slash ? "" : "/");
    return socket;
}

// Upstream's shim quotes the configuration wherever it has no CNI error of the daemon's.
static bool quote_input(const struct call *call, struct failure *failure) {
    buffer_string(&failure->message, ": StdinData: ");
    failure_quote(failure, buffer_text(&call->input));
    return false;
}

static bool is_a_quote(const struct failure *failure) {
    return failure->code == CNI_INTERNAL
           && strncmp(buffer_chars(&failure->message), "CNI request failed", strlen("CNI request failed")) == 0;
}

static bool post(const struct call *call, const char *socket, struct text request, struct answer *answer, struct failure *failure) {
    if (!daemon_ask(socket, request, answer, failure)) {
        return quote_input(call, failure);
    }
    if (refusal_none(answer, call->config.upstream_codes, failure)) {
        return true;
    }
    return is_a_quote(failure) ? quote_input(call, failure) : false;
}

static bool write_request(const struct call *call, struct buffer *request, struct failure *failure) {
    return request_write(request, environ, buffer_text(&call->input), failure);
}

bool call_ask(struct call *call, struct answer *answer, struct failure *failure) {
    if (!config_read(call->root, &call->config, failure)) {
        return false;
    }
    struct socket_path socket = socket_path(call);
    struct buffer request = buffer_of(REQUEST_LIMIT);
    bool right = daemon_await(socket.path, failure) && write_request(call, &request, failure)
                 && post(call, socket.path, buffer_text(&request), answer, failure);
    buffer_free(&request);
    return right;
}

static void spool(const struct call *call, struct text request, struct failure *failure) {
    struct spool_entry entry = {call->environment.container, call->environment.interface, call->environment.netns, request};
    const char *folder = buffer_chars(&call->config.cni_folder);
    const struct log *log = &call->config.log;
    if (spool_put(folder, &entry, failure)) {
        log_line(log, LOG_VERBOSE, "CmdDel (shim): kept for the daemon in the spool of ", text_of(folder));
    } else {
        log_line(log, LOG_ERROR, "CmdDel (shim): ", buffer_text(&failure->message));
    }
}

static bool post_del(const struct call *call, const char *socket, struct text request, struct answer *answer, struct failure *failure) {
    answer_free(answer);
    *answer = answer_none();
    failure_free(failure);
    *failure = failure_none();
    return daemon_is_there(socket, failure) && post(call, socket, request, answer, failure);
}

// A daemon that is being replaced or started anew is waited for: the next one finishes what this one has begun.
static bool have_deleted(const struct call *call, const char *socket, struct text request, struct answer *answer, struct failure *failure) {
    long long deadline = clock_now() + DEL_TOTAL_MS;
    long long pause = PROBE_INTERVAL_MS;
    while (!post_del(call, socket, request, answer, failure)) {
        long long left = clock_left(deadline);
        if (refusal_is_final(answer) || left == 0 || !http_can_have_path(socket)) {
            return false;
        }
        clock_sleep_until(clock_now() + (pause < left ? pause : left));
        pause = 2 * pause < DEL_INTERVAL_MS ? 2 * pause : DEL_INTERVAL_MS;
    }
    return true;
}

void call_del(struct call *call, struct failure *failure) {
    struct answer answer = answer_none();
    struct buffer request = buffer_of(REQUEST_LIMIT);
    bool settled = config_read(call->root, &call->config, failure);
    struct socket_path socket = socket_path(call);
    bool written = write_request(call, &request, failure);
    struct text body = buffer_text(&request);
    bool right = settled && written && have_deleted(call, socket.path, body, &answer, failure);
    bool placed = buffer_text(&call->config.cni_folder).length > 0;
    if (!call_note(call, "CmdDel (shim): ", right, failure) && written && placed && !refusal_is_final(&answer)) {
        spool(call, body, failure);
    }
    buffer_free(&request);
    answer_free(&answer);
}

bool call_note(struct call *call, const char *prefix, bool right, struct failure *failure) {
    if (!right) {
        failure_prefix(failure, prefix);
        log_line(&call->config.log, LOG_ERROR, "", buffer_text(&failure->message));
    }
    return right;
}
