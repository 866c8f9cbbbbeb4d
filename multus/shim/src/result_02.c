// SPDX-License-Identifier: Apache-2.0
#include "result_form.h"

#include "address.h"
#include "limits.h"

static const struct field ROUTE[] = {{"dst", FIELD_CIDR}, {"gw", FIELD_ADDRESS}, {NULL, FIELD_END}};
static const struct field GATEWAY[] = {{"gateway", FIELD_ADDRESS}, {NULL, FIELD_END}};

bool result_first_ip(struct json result, bool v4, struct json *ip) {
    struct json_fault fault;
    struct json list;
    struct json key;
    if (json_member_of(result, "ips", JSON_ARRAY, &list, &fault) != JSON_PRESENT) {
        return false;
    }
    struct json_cursor cursor = json_cursor(list);
    while (json_next(&cursor, &key, ip)) {
        if (result_is_v4(*ip, "address") == v4) {
            return true;
        }
    }
    return false;
}

static void write_address(struct json_writer *writer, struct json ip) {
    struct json_fault fault;
    struct json value;
    struct address address;
    struct buffer given = buffer_of(KIB);
    struct buffer text = buffer_of(KIB);
    if (json_member_of(ip, "address", JSON_STRING, &value, &fault) == JSON_PRESENT) {
        json_string(value, &given);
    }
    if (address_read_cidr(buffer_text(&given), &address)) {
        address_write_cidr(&text, &address);
    }
    json_key(writer, "ip");
    json_text(writer, buffer_text(&text));
    buffer_free(&text);
    buffer_free(&given);
}

static void write_routes(struct json_writer *writer, struct json result, bool v4) {
    struct json_fault fault;
    struct json list;
    struct json key;
    struct json route;
    if (json_member_of(result, "routes", JSON_ARRAY, &list, &fault) != JSON_PRESENT) {
        return;
    }
    bool any = false;
    struct json_cursor cursor = json_cursor(list);
    while (json_next(&cursor, &key, &route)) {
        if (result_is_v4(route, "dst") != v4) {
            continue;
        }
        if (!any) {
            json_key(writer, "routes");
            json_open(writer, '[');
        }
        any = true;
        json_open(writer, '{');
        result_write_fields(writer, route, ROUTE, &fault);
        json_close(writer, '}');
    }
    if (any) {
        json_close(writer, ']');
    }
}

void result_write_ip(struct json_writer *writer, struct json result, const char *name, struct json ip, bool v4) {
    struct json_fault fault;
    json_key(writer, name);
    json_open(writer, '{');
    write_address(writer, ip);
    result_write_fields(writer, ip, GATEWAY, &fault);
    write_routes(writer, result, v4);
    json_close(writer, '}');
}
