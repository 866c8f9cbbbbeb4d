// SPDX-License-Identifier: Apache-2.0
// Questions to the kernel about the network namespace that the process is in.
#ifndef SHIM_NETLINK_H
#define SHIM_NETLINK_H

#include "message.h"

struct netlink {
    int socket;
    uint32_t sequence;
    char explanation[128]; // the kernel's own of the last error; empty where it has none
};

// Whether a message of a dump is kept.
typedef bool netlink_choice(const struct message *message);

// 0, or the number of the error; so do the others.
int netlink_open(struct netlink *netlink);
void netlink_close(struct netlink *netlink);
// Has the kernel do what a request says, and waits until it has; keeps the chosen messages, if any, of its answer.
int netlink_ask(struct netlink *netlink, struct buffer *request, netlink_choice *chosen, struct buffer *kept);
// Keeps the chosen messages of a dump, behind each other; one that was changed under way is asked for again.
int netlink_dump(struct netlink *netlink, struct buffer *request, netlink_choice *chosen, struct buffer *kept);

#endif
