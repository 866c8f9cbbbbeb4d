// SPDX-License-Identifier: Apache-2.0
#include "netlink.h"

#include "clock.h"
#include "limits.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// The kernel makes no part of a dump larger.
#define PART_SIZE (32U * KIB)

// What came of one part of an answer.
enum progress { PROGRESS_MORE, PROGRESS_DONE };

struct answer_to {
    uint32_t sequence;
    netlink_choice *chosen; // null where an acknowledgement is all
    struct buffer *kept;
    bool interrupted;
    int error;
};

static void set(int socket, int option) {
    int on = 1;
    // An older kernel tells no explanation.
    (void)setsockopt(socket, SOL_NETLINK, option, &on, sizeof on);
}

int netlink_open(struct netlink *netlink) {
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    *netlink = (struct netlink){.socket = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE)};
    if (netlink->socket < 0 || connect(netlink->socket, (struct sockaddr *)&kernel, sizeof kernel) != 0) {
        return errno;
    }
    set(netlink->socket, NETLINK_CAP_ACK);
    set(netlink->socket, NETLINK_EXT_ACK);
    return 0;
}

void netlink_close(struct netlink *netlink) {
    close(netlink->socket);
}

static void explain(struct netlink *netlink, const struct message *message, struct text rest) {
    unsigned readable = NLM_F_CAPPED | NLM_F_ACK_TLVS;
    struct attribute attribute;
    if ((message->head.nlmsg_flags & readable) != readable) {
        return;
    }
    while (attribute_next(&rest, &attribute)) {
        if (attribute.type == NLMSGERR_ATTR_MSG) {
            struct text words = text_start(attribute.value, sizeof netlink->explanation - 1);
            memcpy(netlink->explanation, words.at, words.length);
            netlink->explanation[words.length] = '\0';
        }
    }
}

static enum progress end(struct netlink *netlink, const struct message *message, struct answer_to *answer) {
    struct nlmsgerr told;
    struct text rest = message->body;
    int error = 0;
    if (message->head.nlmsg_type == NLMSG_ERROR && message_take(&rest, &told, sizeof told)) {
        error = told.error;
        explain(netlink, message, rest);
    } else if (message->head.nlmsg_type == NLMSG_ERROR) {
        error = -EPROTO;
    } else {
        message_take(&rest, &error, sizeof error);
    }
    answer->error = error < 0 ? -error : 0;
    return PROGRESS_DONE;
}

static enum progress take(struct netlink *netlink, struct text part, struct answer_to *answer) {
    struct message message;
    while (message_next(&part, &message)) {
        if (message.head.nlmsg_seq != answer->sequence) {
            continue;
        }
        answer->interrupted |= (message.head.nlmsg_flags & NLM_F_DUMP_INTR) != 0;
        if (message.head.nlmsg_type == NLMSG_ERROR || message.head.nlmsg_type == NLMSG_DONE) {
            return end(netlink, &message, answer);
        }
        if (answer->chosen != NULL && answer->chosen(&message)) {
            buffer_add(answer->kept, message.whole);
        }
    }
    return PROGRESS_MORE;
}

static int receive(struct netlink *netlink, struct answer_to *answer, long long deadline) {
    char part[PART_SIZE];
    for (;;) {
        if (!clock_await(netlink->socket, POLLIN, deadline)) {
            return ETIMEDOUT;
        }
        ssize_t length = recv(netlink->socket, part, sizeof part, MSG_TRUNC);
        if (length < 0 && errno != EINTR && errno != EAGAIN) {
            return errno;
        }
        if (length > (ssize_t)sizeof part) {
            return EMSGSIZE;
        }
        if (length > 0 && take(netlink, (struct text){part, (size_t)length}, answer) == PROGRESS_DONE) {
            return answer->error;
        }
    }
}

static int exchange(struct netlink *netlink, struct buffer *request, struct answer_to *answer, long long deadline) {
    netlink->explanation[0] = '\0';
    answer->sequence = ++netlink->sequence;
    message_finish(request, answer->sequence);
    if (request->broken) {
        return EMSGSIZE;
    }
    if (send(netlink->socket, request->bytes, request->length, 0) < 0) {
        return errno;
    }
    return receive(netlink, answer, deadline);
}

int netlink_ask(struct netlink *netlink, struct buffer *request, netlink_choice *chosen, struct buffer *kept) {
    struct answer_to answer = {.chosen = chosen, .kept = kept};
    int error = exchange(netlink, request, &answer, clock_now() + NETLINK_MS);
    return error == 0 && kept != NULL && kept->broken ? ENOBUFS : error;
}

int netlink_dump(struct netlink *netlink, struct buffer *request, netlink_choice *chosen, struct buffer *kept) {
    long long deadline = clock_now() + NETLINK_MS;
    struct answer_to answer;
    do {
        buffer_clear(kept);
        answer = (struct answer_to){.chosen = chosen, .kept = kept};
        int error = exchange(netlink, request, &answer, deadline);
        if (error != 0) {
            return error;
        }
    } while (answer.interrupted && clock_left(deadline) > 0);
    return answer.interrupted ? EAGAIN : kept->broken ? ENOBUFS : 0;
}
