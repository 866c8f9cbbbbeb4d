// SPDX-License-Identifier: Apache-2.0
#include "http.h"

#include "clock.h"
#include "limits.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define PIECE (64U * KIB)
#define TIMED_OUT "no answer in time"

bool http_can_have_path(const char *socket) {
    return strlen(socket) < sizeof((struct sockaddr_un *)NULL)->sun_path;
}

// connect() waits while the socket's queue is full; the kernel ends that when the time for sending is over.
static const char *connect_to(int connection, const char *path, long long deadline) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!http_can_have_path(path)) {
        return "the socket's path is too long";
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    for (;;) {
        long long left = clock_left(deadline);
        if (left == 0) {
            return TIMED_OUT;
        }
        struct timeval limit = {.tv_sec = (time_t)(left / 1000), .tv_usec = (suseconds_t)(left % 1000) * 1000};
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
        if (connect(connection, (const struct sockaddr *)&address, sizeof address) == 0) {
            return NULL;
        }
        if (errno != EINTR && errno != EAGAIN) {
            return strerror(errno);
        }
    }
}

static const char *send_text(int connection, struct text bytes, long long deadline) {
    while (bytes.length > 0) {
        if (!clock_await(connection, POLLOUT, deadline)) {
            return TIMED_OUT;
        }
        ssize_t length = send(connection, bytes.at, bytes.length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (length >= 0) {
            bytes.at += length;
            bytes.length -= (size_t)length;
        } else if (errno != EINTR && errno != EAGAIN) {
            return strerror(errno);
        }
    }
    return NULL;
}

static const char *send_request(int connection, const struct http_request *request, long long deadline) {
    struct buffer head = buffer_of(HEAD_LIMIT);
    buffer_format(&head, "%s %s HTTP/1.1\r\nHost: dummy\r\nUser-Agent: multus-shim\r\nConnection: close\r\n", request->method,
                  request->path);
    if (strcmp(request->method, "GET") != 0) {
        buffer_format(&head, "Content-Type: application/json\r\nContent-Length: %zu\r\n", request->body.length);
    }
    buffer_string(&head, "\r\n");
    const char *cause = head.broken ? "out of memory" : send_text(connection, buffer_text(&head), deadline);
    buffer_free(&head);
    return cause != NULL || strcmp(request->method, "GET") == 0 ? cause : send_text(connection, request->body, deadline);
}

static const char *receive(int connection, long long deadline, struct answer *answer) {
    char piece[PIECE];
    for (;;) {
        if (!clock_await(connection, POLLIN, deadline)) {
            return TIMED_OUT;
        }
        ssize_t length = recv(connection, piece, sizeof piece, MSG_DONTWAIT);
        if (length < 0 && errno != EINTR && errno != EAGAIN && errno != ECONNRESET) {
            return strerror(errno);
        }
        enum answer_state state = answer->state;
        if (length > 0) {
            state = answer_take(answer, (struct text){piece, (size_t)length});
        } else if (length == 0 || errno == ECONNRESET) {
            state = answer_end(answer);
        }
        if (state == ANSWER_WHOLE || state == ANSWER_BROKEN) {
            return state == ANSWER_WHOLE ? NULL : answer->cause;
        }
    }
}

// A daemon may answer, and close, before it has read everything: that answer counts.
static const char *converse(int connection, const struct http_request *request, long long deadline, struct answer *answer) {
    const char *cause = connect_to(connection, request->socket, deadline);
    if (cause != NULL) {
        return cause;
    }
    const char *not_sent = send_request(connection, request, deadline);
    cause = receive(connection, not_sent == NULL ? deadline : clock_now(), answer);
    return cause != NULL && not_sent != NULL ? not_sent : cause;
}

const char *http_call(const struct http_request *request, long long deadline, struct answer *answer) {
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) {
        return strerror(errno);
    }
    const char *cause = converse(connection, request, deadline, answer);
    close(connection);
    return cause;
}
