// SPDX-License-Identifier: Apache-2.0
#include "route.h"

#include "limits.h"

#include <string.h>
#include <sys/socket.h>

static bool read_attribute(const struct attribute *attribute, struct route *route) {
    switch (attribute->type) {
    case RTA_TABLE:
        return attribute_number(attribute, &route->table);
    case RTA_PRIORITY:
        return attribute_number(attribute, &route->priority);
    case RTA_OIF:
        return attribute_number(attribute, &route->interface);
    case RTA_GATEWAY:
        route->gateway = attribute->value;
        return true;
    case RTA_MULTIPATH:
        route->hops = attribute->value;
        return true;
    case RTA_NH_ID:
        route->by_object = true;
        return true;
    default:
        return true;
    }
}

bool route_read(const struct message *message, struct route *route) {
    struct text rest = message->body;
    struct attribute attribute;
    *route = (struct route){.table = RT_TABLE_UNSPEC};
    if (message->head.nlmsg_type != RTM_NEWROUTE || !message_take(&rest, &route->head, sizeof route->head)) {
        return false;
    }
    route->table = route->head.rtm_table;
    route->attributes = rest;
    while (attribute_next(&rest, &attribute)) {
        if (!read_attribute(&attribute, route)) {
            return false;
        }
    }
    return true;
}

bool route_is_default(const struct route *route) {
    return route->head.rtm_dst_len == 0 && route->table == RT_TABLE_MAIN && (route->head.rtm_flags & RTM_F_CLONED) == 0;
}

// Takes the next of several hops with its attributes.
static bool next_hop(struct text *hops, struct rtnexthop *head, struct text *attributes) {
    if (hops->length < sizeof *head) {
        return false;
    }
    memcpy(head, hops->at, sizeof *head);
    struct text whole = {hops->at, head->rtnh_len};
    struct rtnexthop taken;
    if (whole.length > hops->length || !message_take(&whole, &taken, sizeof taken)) {
        return false;
    }
    *attributes = whole;
    message_skip(hops, head->rtnh_len);
    return true;
}

enum share route_share(const struct route *route, uint32_t interface) {
    struct text hops = route->hops;
    struct rtnexthop hop;
    struct text attributes;
    unsigned by_it = 0;
    unsigned all = 0;
    if (route->head.rtm_type != RTN_UNICAST) {
        return SHARE_NONE;
    }
    if (hops.length == 0) {
        return route->interface == 0 ? SHARE_UNKNOWN : route->interface == interface ? SHARE_ALL : SHARE_NONE;
    }
    for (; next_hop(&hops, &hop, &attributes); all++) {
        by_it += (uint32_t)hop.rtnh_ifindex == interface;
    }
    return all == 0 ? SHARE_UNKNOWN : by_it == 0 ? SHARE_NONE : by_it == all ? SHARE_ALL : SHARE_SOME;
}

uint32_t route_first_interface(const struct route *route) {
    struct text hops = route->hops;
    struct rtnexthop hop;
    struct text attributes;
    return next_hop(&hops, &hop, &attributes) ? (uint32_t)hop.rtnh_ifindex : route->interface;
}

void route_dump(struct buffer *to, unsigned char family) {
    struct rtmsg head = {.rtm_family = family};
    message_start(to, RTM_GETROUTE, NLM_F_DUMP, &head, sizeof head);
}

// What tells a route from others. One by a nexthop object is named by that alone.
static bool names_route(const struct route *route, unsigned type) {
    switch (type) {
    case RTA_TABLE:
    case RTA_PRIORITY:
    case RTA_SRC:
    case RTA_PREFSRC:
        return true;
    case RTA_NH_ID:
        return route->by_object;
    case RTA_OIF:
    case RTA_GATEWAY:
    case RTA_VIA:
        return !route->by_object && route->hops.length == 0;
    default:
        return false;
    }
}

// The kernel takes no hop that it has itself said to be dead.
static void add_hops(struct buffer *to, const struct route *route, uint32_t without) {
    struct buffer several = buffer_of(MESSAGE_LIMIT);
    struct text hops = route->hops;
    struct rtnexthop hop;
    struct text attributes;
    while (next_hop(&hops, &hop, &attributes)) {
        if ((uint32_t)hop.rtnh_ifindex == without) {
            continue;
        }
        hop.rtnh_flags &= RTNH_F_ONLINK | RTNH_F_PERVASIVE;
        hop.rtnh_len = (unsigned short)(sizeof hop + attributes.length);
        buffer_add(&several, (struct text){(const char *)&hop, sizeof hop});
        buffer_add(&several, attributes);
    }
    to->broken |= several.broken;
    message_attribute(to, RTA_MULTIPATH, buffer_text(&several));
    buffer_free(&several);
}

static struct rtmsg head_of(const struct route *route) {
    struct rtmsg head = route->head;
    head.rtm_flags &= RTNH_F_ONLINK | RTNH_F_PERVASIVE;
    return head;
}

void route_delete(struct buffer *to, const struct route *route) {
    struct rtmsg head = head_of(route);
    struct text rest = route->attributes;
    struct attribute attribute;
    message_start(to, RTM_DELROUTE, NLM_F_ACK, &head, sizeof head);
    while (attribute_next(&rest, &attribute)) {
        if (names_route(route, attribute.type)) {
            message_attribute(to, attribute.type, attribute.value);
        }
    }
    if (!route->by_object && route->hops.length > 0) {
        add_hops(to, route, 0);
    }
}

// What a route is besides its hops, and what the kernel only tells.
static bool stays(unsigned type) {
    switch (type) {
    case RTA_TABLE:
    case RTA_PRIORITY:
    case RTA_SRC:
    case RTA_PREFSRC:
    case RTA_METRICS:
    case RTA_FLOW:
    case RTA_PREF:
        return true;
    default:
        return false;
    }
}

void route_add_rest(struct buffer *to, const struct route *route, uint32_t without) {
    struct rtmsg head = head_of(route);
    struct text rest = route->attributes;
    struct attribute attribute;
    message_start(to, RTM_NEWROUTE, NLM_F_ACK | NLM_F_CREATE | NLM_F_APPEND, &head, sizeof head);
    while (attribute_next(&rest, &attribute)) {
        if (stays(attribute.type)) {
            message_attribute(to, attribute.type, attribute.value);
        }
    }
    add_hops(to, route, without);
}

void route_add_default(struct buffer *to, unsigned char family, struct text gateway, uint32_t interface) {
    struct rtmsg head = {
        .rtm_family = family,
        .rtm_table = RT_TABLE_MAIN,
        .rtm_protocol = RTPROT_BOOT, // as what plugins make
        .rtm_scope = RT_SCOPE_UNIVERSE,
        .rtm_type = RTN_UNICAST,
    };
    message_start(to, RTM_NEWROUTE, NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL, &head, sizeof head);
    message_attribute(to, RTA_GATEWAY, gateway);
    message_number(to, RTA_OIF, interface);
}
