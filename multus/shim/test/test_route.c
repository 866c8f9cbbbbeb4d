// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/route.h"

#include <string.h>
#include <sys/socket.h>

static const char GATEWAY[] = {(char)198, 18, 0, 1};

// A default route as the kernel tells it; what it is besides is added by each test.
static struct buffer told(unsigned char type) {
    struct rtmsg head = {.rtm_family = AF_INET, .rtm_table = RT_TABLE_MAIN, .rtm_type = type, .rtm_flags = RTNH_F_LINKDOWN};
    struct buffer bytes = buffer_of(1024);
    message_start(&bytes, RTM_NEWROUTE, 0, &head, sizeof head);
    return bytes;
}

static void add_hop(struct buffer *hops, int interface) {
    size_t gateway = sizeof(struct rtattr) + sizeof GATEWAY;
    struct rtnexthop hop = {
        .rtnh_len = (unsigned short)(sizeof hop + gateway), .rtnh_flags = RTNH_F_DEAD | RTNH_F_ONLINK, .rtnh_ifindex = interface};
    buffer_add(hops, (struct text){(const char *)&hop, sizeof hop});
    message_attribute(hops, RTA_GATEWAY, (struct text){GATEWAY, sizeof GATEWAY});
}

static bool read(struct buffer *bytes, struct route *route) {
    struct message message;
    message_finish(bytes, 7);
    struct text text = buffer_text(bytes);
    return message_next(&text, &message) && message.head.nlmsg_seq == 7 && text.length == 0 && route_read(&message, route);
}

static void knows_a_route_of_one_hop(void) {
    struct buffer bytes = told(RTN_UNICAST);
    struct route route;
    message_number(&bytes, RTA_TABLE, RT_TABLE_MAIN);
    message_number(&bytes, RTA_PRIORITY, 9);
    message_attribute(&bytes, RTA_GATEWAY, (struct text){GATEWAY, sizeof GATEWAY});
    message_number(&bytes, RTA_OIF, 3);
    CHECK(read(&bytes, &route) && route_is_default(&route) && route.priority == 9 && route_first_interface(&route) == 3);
    CHECK(route_share(&route, 3) == SHARE_ALL && route_share(&route, 4) == SHARE_NONE);
    struct buffer request = buffer_of(1024);
    struct route deleted;
    route_delete(&request, &route);
    memcpy(request.bytes + 4, &(uint16_t){RTM_NEWROUTE}, 2); // to be read as if it were told
    CHECK(read(&request, &deleted) && deleted.interface == 3 && deleted.priority == 9 && deleted.gateway.length == 4);
    CHECK(deleted.head.rtm_flags == 0);
    buffer_free(&request);
    buffer_free(&bytes);
}

static void takes_some_of_several_hops_out(void) {
    struct buffer bytes = told(RTN_UNICAST);
    struct buffer hops = buffer_of(1024);
    struct buffer request = buffer_of(1024);
    struct route route;
    struct route rest;
    add_hop(&hops, 3);
    add_hop(&hops, 4);
    message_number(&bytes, RTA_NH_ID, 1);
    message_attribute(&bytes, RTA_MULTIPATH, buffer_text(&hops));
    CHECK(read(&bytes, &route) && route.by_object && route_first_interface(&route) == 3);
    CHECK(route_share(&route, 3) == SHARE_SOME && route_share(&route, 4) == SHARE_SOME && route_share(&route, 5) == SHARE_NONE);
    route_add_rest(&request, &route, 3);
    CHECK(read(&request, &rest) && !rest.by_object && route_share(&rest, 4) == SHARE_ALL && rest.hops.length == hops.length / 2);
    CHECK(rest.hops.length > 2 && rest.hops.at[2] == RTNH_F_ONLINK);
    route_delete(&request, &route);
    memcpy(request.bytes + 4, &(uint16_t){RTM_NEWROUTE}, 2);
    CHECK(read(&request, &rest) && rest.by_object && rest.hops.length == 0);
    buffer_free(&request);
    buffer_free(&hops);
    buffer_free(&bytes);
}

static void leaves_what_is_no_default_route_of_the_main_table(void) {
    struct buffer bytes = told(RTN_UNREACHABLE);
    struct route route;
    message_number(&bytes, RTA_OIF, 3);
    CHECK(read(&bytes, &route) && route_is_default(&route) && route_share(&route, 3) == SHARE_NONE);
    message_number(&bytes, RTA_TABLE, 77);
    CHECK(read(&bytes, &route) && !route_is_default(&route));
    route.table = RT_TABLE_MAIN;
    route.head.rtm_flags = RTM_F_CLONED;
    CHECK(!route_is_default(&route));
    buffer_free(&bytes);
    bytes = told(RTN_UNICAST);
    CHECK(read(&bytes, &route) && route_share(&route, 3) == SHARE_UNKNOWN);
    message_attribute(&bytes, RTA_TABLE, text_of("short"));
    CHECK(!read(&bytes, &route));
    buffer_free(&bytes);
}

static void stays_within_what_was_received(void) {
    static const char CUT[] = {3, 0, 1, 0, 9, 0, 1, 0};
    struct text text = {CUT, sizeof CUT};
    struct attribute attribute;
    struct message message;
    CHECK(!attribute_next(&text, &attribute) && !message_next(&text, &message));
    text = (struct text){CUT + 4, 4};
    CHECK(!attribute_next(&text, &attribute));
    struct buffer large = buffer_of(1U << 20);
    struct buffer value = buffer_of(1U << 20);
    for (int i = 0; i < 70000; i++) {
        buffer_char(&value, 'x');
    }
    message_attribute(&large, 1, buffer_text(&value));
    CHECK(large.broken);
    buffer_free(&value);
    buffer_free(&large);
}

void test_route(void) {
    knows_a_route_of_one_hop();
    takes_some_of_several_hops_out();
    leaves_what_is_no_default_route_of_the_main_table();
    stays_within_what_was_received();
}
