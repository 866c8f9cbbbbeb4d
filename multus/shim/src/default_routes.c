// SPDX-License-Identifier: Apache-2.0
#include "default_routes.h"

#include "limits.h"
#include "route.h"

#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>

// The metric of an IPv6 route that has none.
#define V6_METRIC 1024U
// Looked at so often until none is left: once would do, but for one that is made at the same moment.
#define ROUNDS 8

static bool is_link(const struct message *message) {
    return message->head.nlmsg_type == RTM_NEWLINK;
}

// By a message: an ioctl for a name that is not there would have the node look for a kernel module.
int interface_find(struct netlink *netlink, const char *name, uint32_t *interface) {
    struct ifinfomsg head = {.ifi_family = AF_UNSPEC};
    struct buffer request = buffer_of(MESSAGE_LIMIT);
    struct buffer links = buffer_of(MESSAGE_LIMIT);
    struct message message;
    message_start(&request, RTM_GETLINK, NLM_F_ACK, &head, sizeof head);
    message_attribute(&request, IFLA_IFNAME, (struct text){name, strlen(name) + 1});
    int error = netlink_ask(netlink, &request, is_link, &links);
    struct text rest = buffer_text(&links);
    if (error == 0) {
        bool told = message_next(&rest, &message) && message_take(&message.body, &head, sizeof head);
        error = told ? 0 : EPROTO;
        *interface = told ? (uint32_t)head.ifi_index : 0;
    }
    buffer_free(&request);
    buffer_free(&links);
    return error;
}

// A kernel without IPv6 tells the routes of IPv4 instead.
static bool is_default_v4(const struct message *message) {
    struct route route;
    return route_read(message, &route) && route.head.rtm_family == AF_INET && route_is_default(&route);
}

static bool is_default_v6(const struct message *message) {
    struct route route;
    return route_read(message, &route) && route.head.rtm_family == AF_INET6 && route_is_default(&route);
}

static int find_defaults(struct netlink *netlink, bool v4, struct buffer *found) {
    struct buffer request = buffer_of(MESSAGE_LIMIT);
    route_dump(&request, v4 ? AF_INET : AF_INET6);
    int error = netlink_dump(netlink, &request, v4 ? is_default_v4 : is_default_v6, found);
    buffer_free(&request);
    return error;
}

// A route that is gone by now is as good as deleted.
static int delete_route(struct netlink *netlink, const struct route *route, enum share share, uint32_t interface) {
    struct buffer request = buffer_of(MESSAGE_LIMIT);
    route_delete(&request, route);
    int error = netlink_ask(netlink, &request, NULL, NULL);
    error = error == ESRCH || error == ENOENT ? 0 : error;
    if (error == 0 && share == SHARE_SOME) {
        route_add_rest(&request, route, interface);
        error = netlink_ask(netlink, &request, NULL, NULL);
        error = error == EEXIST ? 0 : error;
    }
    buffer_free(&request);
    return error;
}

// Those of several hops come first: one of a single hop may otherwise be taken for one of them by the kernel.
static int delete_found(struct netlink *netlink, struct text found, bool of_several, uint32_t interface, unsigned *deleted) {
    struct message message;
    struct route route;
    while (message_next(&found, &message)) {
        if (!route_read(&message, &route) || of_several != (route.hops.length > 0)) {
            continue;
        }
        enum share share = route_share(&route, interface);
        if (share == SHARE_UNKNOWN) {
            return EOPNOTSUPP;
        }
        if (share != SHARE_NONE) {
            int error = delete_route(netlink, &route, share, interface);
            if (error != 0) {
                return error;
            }
            ++*deleted;
        }
    }
    return 0;
}

static int delete_defaults(struct netlink *netlink, bool v4, uint32_t interface) {
    struct buffer found = buffer_of(ROUTES_LIMIT);
    unsigned deleted = 0;
    int error = 0;
    for (int round = 0; round < ROUNDS; round++) {
        deleted = 0;
        error = find_defaults(netlink, v4, &found);
        error = error != 0 ? error : delete_found(netlink, buffer_text(&found), true, interface, &deleted);
        error = error != 0 ? error : delete_found(netlink, buffer_text(&found), false, interface, &deleted);
        if (error != 0 || deleted == 0) {
            break;
        }
    }
    buffer_free(&found);
    return error != 0 ? error : deleted > 0 ? EBUSY : 0;
}

static bool is_same(const struct route *route, struct text gateway, uint32_t interface) {
    return route_share(route, interface) == SHARE_ALL && route->hops.length == 0 && route->gateway.length == gateway.length
           && memcmp(route->gateway.at, gateway.at, gateway.length) == 0;
}

static void say_other(const struct route *other, struct buffer *why) {
    char name[IF_NAMESIZE] = "";
    uint32_t interface = route_first_interface(other);
    buffer_string(why, ": another default route stands");
    if (interface != 0 && if_indextoname(interface, name) != NULL) {
        buffer_format(why, ", by interface %s", name);
    }
}

// The kernel says that there is a route already, be it this one or another; a pod would use the one that stands.
static int accept_standing(struct netlink *netlink, bool v4, struct text gateway, uint32_t interface, struct buffer *why) {
    struct buffer found = buffer_of(ROUTES_LIMIT);
    int error = find_defaults(netlink, v4, &found);
    struct text rest = buffer_text(&found);
    struct message message;
    struct route route;
    bool stands = false;
    while (error == 0 && message_next(&rest, &message)) {
        if (!route_read(&message, &route) || route.priority != (v4 ? 0 : V6_METRIC) || route.head.rtm_tos != 0) {
            continue;
        }
        stands = is_same(&route, gateway, interface);
        if (!stands) {
            say_other(&route, why);
            error = EEXIST;
        }
    }
    buffer_free(&found);
    return error != 0 ? error : stands ? 0 : EEXIST;
}

static int add_default(struct netlink *netlink, const struct address *gateway, uint32_t interface, struct buffer *why) {
    struct buffer request = buffer_of(MESSAGE_LIMIT);
    struct text bytes = {(const char *)gateway->bytes, gateway->v4 ? 4 : sizeof gateway->bytes};
    route_add_default(&request, gateway->v4 ? AF_INET : AF_INET6, bytes, interface);
    int error = netlink_ask(netlink, &request, NULL, NULL);
    buffer_free(&request);
    return error == EEXIST ? accept_standing(netlink, gateway->v4, bytes, interface, why) : error;
}

// An interface that is not there, as one that was given to a program of the pod whole, has no routes.
static int change(struct netlink *netlink, const struct route_action *action, struct buffer *why) {
    uint32_t interface;
    int error = interface_find(netlink, action->interface, &interface);
    if (error != 0) {
        return error == ENODEV && !action->adds ? 0 : error;
    }
    return action->adds ? add_default(netlink, &action->gateway, interface, why) : delete_defaults(netlink, action->v4, interface);
}

static void say_action(const struct route_action *action, struct buffer *to) {
    if (action->adds) {
        buffer_string(to, "add the default route by gateway ");
        address_write(to, &action->gateway);
    } else {
        buffer_format(to, "delete the IPv%u default routes", action->v4 ? 4U : 6U);
    }
    buffer_format(to, " on interface %s", action->interface);
}

bool default_routes_change(struct netlink *netlink, const struct route_action *action, struct failure *failure) {
    struct buffer why = buffer_of(KIB);
    int error = change(netlink, action, &why);
    if (error != 0) {
        fail(failure, CNI_INTERNAL, "cannot ");
        say_action(action, &failure->message);
        buffer_format(&failure->message, ": %s", strerror(error));
        if (netlink->explanation[0] != '\0') {
            buffer_format(&failure->message, " (%s)", netlink->explanation);
        }
        buffer_add(&failure->message, buffer_text(&why));
    }
    buffer_free(&why);
    return error == 0;
}
