// SPDX-License-Identifier: Apache-2.0
// A route as the kernel tells it, and the requests that delete it and make it again.
#ifndef SHIM_ROUTE_H
#define SHIM_ROUTE_H

#include "message.h"

#include <stdbool.h>

struct route {
    struct rtmsg head;
    struct text attributes;
    struct text hops; // of several; empty where there is one
    struct text gateway; // of the one; empty where there is none, or one of the other family
    uint32_t table;
    uint32_t priority;
    uint32_t interface; // of the one; 0 where that is not told
    bool by_object; // its hops are those of a nexthop object
};

// How many of a route's hops go by an interface.
enum share { SHARE_NONE, SHARE_SOME, SHARE_ALL, SHARE_UNKNOWN };

// False for what is no route, or one that is not understood.
bool route_read(const struct message *message, struct route *route);
// Whether the route is a default route of the main table, one that leads somewhere or one that does not.
bool route_is_default(const struct route *route);
enum share route_share(const struct route *route, uint32_t interface);
// The interface of the first hop; 0 where there is none.
uint32_t route_first_interface(const struct route *route);

void route_dump(struct buffer *to, unsigned char family);
void route_delete(struct buffer *to, const struct route *route);
// The same route, but for the hops that go by an interface.
void route_add_rest(struct buffer *to, const struct route *route, uint32_t without);
void route_add_default(struct buffer *to, unsigned char family, struct text gateway, uint32_t interface);

#endif
