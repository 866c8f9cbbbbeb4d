// SPDX-License-Identifier: Apache-2.0
#include "result.h"

#include "json_write.h"
#include "limits.h"
#include "result_form.h"

#include <stdio.h>

static void begin(struct json_writer *writer, struct text version) {
    json_open(writer, '{');
    json_key(writer, "cniVersion");
    json_text(writer, version);
}

// Members in the order of the alphabet, as what they are in Go is a map; an empty dns is left out.
static bool write_newest(struct json_writer *writer, struct json result, struct text version, struct json_fault *fault) {
    begin(writer, version);
    bool right = result_write_dns(writer, result, RESULT_DNS_1, false, fault)
                 && result_write_list(writer, result, "interfaces", RESULT_INTERFACE_1, fault)
                 && result_write_list(writer, result, "ips", RESULT_IP_1, fault)
                 && result_write_list(writer, result, "routes", RESULT_ROUTE_1, fault);
    json_close(writer, '}');
    return right;
}

// 0.3.0 to 0.4.0: an address says of which version it is, interfaces have no MTU, and dns is always there.
static bool write_04(struct json_writer *writer, struct json result, struct text version, struct json_fault *fault) {
    begin(writer, version);
    bool right = result_write_list(writer, result, "interfaces", RESULT_INTERFACE_0, fault)
                 && result_write_list(writer, result, "ips", RESULT_IP_0, fault)
                 && result_write_list(writer, result, "routes", RESULT_ROUTE_0, fault)
                 && result_write_dns(writer, result, RESULT_DNS_0, true, fault);
    json_close(writer, '}');
    return right;
}

// 0.1.0 and 0.2.0 have room for the first address of each version.
static bool write_02(struct json_writer *writer, struct json result, struct text version, struct json_fault *fault) {
    struct json ip4;
    struct json ip6;
    bool has4 = result_first_ip(result, true, &ip4);
    bool has6 = result_first_ip(result, false, &ip6);
    if (!has4 && !has6) {
        snprintf(fault->text, sizeof fault->text, "cannot convert: no valid IP addresses");
        return false;
    }
    begin(writer, version);
    if (has4) {
        result_write_ip(writer, result, "ip4", ip4, true);
    }
    if (has6) {
        result_write_ip(writer, result, "ip6", ip6, false);
    }
    bool right = result_write_dns(writer, result, RESULT_DNS_0, true, fault);
    json_close(writer, '}');
    return right;
}

typedef bool write_form(struct json_writer *writer, struct json result, struct text version, struct json_fault *fault);

static write_form *form_of(struct text version) {
    if (text_is(version, "0.1.0") || text_is(version, "0.2.0")) {
        return write_02;
    }
    return version.at[0] == '0' ? write_04 : write_newest;
}

static bool find_result(struct text body, struct json *result, struct json_fault *fault) {
    struct json root;
    *result = (struct json){NULL, NULL};
    if (body.length == 0) {
        return true;
    }
    if (!json_check(body, &root, fault)) {
        return false;
    }
    if (json_kind(root) == JSON_OBJECT) {
        return json_member_of(root, "Result", JSON_OBJECT, result, fault) != JSON_BAD;
    }
    snprintf(fault->text, sizeof fault->text, "it is %s, not an object", json_kind_name(json_kind(root)));
    return json_kind(root) == JSON_NULL;
}

// The newest form looks at every member of it. An older one may leave out what is wrong.
static bool check_result(struct json result, struct json_fault *fault) {
    struct json version;
    if (json_member_of(result, "cniVersion", JSON_STRING, &version, fault) == JSON_BAD) {
        return false;
    }
    struct buffer written = buffer_of(RESULT_LIMIT);
    struct json_writer writer = json_writer_of(&written);
    bool right = write_newest(&writer, result, text_of(""), fault);
    buffer_free(&written);
    return right;
}

static bool unreadable(struct failure *failure, struct text body, const char *why) {
    fail(failure, CNI_INTERNAL, "failed to unmarshal response '");
    failure_quote(failure, body);
    buffer_format(&failure->message, "': %s", why);
    return false;
}

bool result_read(struct text body, struct json *result, struct failure *failure) {
    struct json_fault fault;
    if (!find_result(body, result, &fault)) {
        return unreadable(failure, body, fault.text);
    }
    if (result->at == NULL) {
        return unreadable(failure, body, "the daemon sent no Result");
    }
    return check_result(*result, &fault) || unreadable(failure, body, fault.text);
}

bool result_may_be_missing(struct text body, struct failure *failure) {
    struct json_fault fault;
    struct json result;
    return find_result(body, &result, &fault) || unreadable(failure, body, fault.text);
}

// What the daemon says is converted from; a result without a version is of the newest.
static bool is_newest_form(struct json result, struct text version, struct failure *failure) {
    struct json_fault fault;
    struct json value;
    struct buffer given = buffer_of(QUOTE_LIMIT);
    if (json_member_of(result, "cniVersion", JSON_STRING, &value, &fault) == JSON_PRESENT) {
        json_string(value, &given);
    }
    struct text text = buffer_text(&given);
    bool known = !given.broken && (text.length == 0 || text_is(text, "1.0.0") || text_is(text, "1.1.0"));
    if (!known) {
        fail(failure, CNI_INTERNAL, "no converter for CNI result version %s to %.*s", text.at, (int)version.length, version.at);
    }
    buffer_free(&given);
    return known;
}

bool result_convert(struct json result, struct text version, struct buffer *to, struct failure *failure) {
    if (!is_newest_form(result, version, failure)) {
        return false;
    }
    struct json_fault fault;
    struct json_writer writer = json_writer_of(to);
    if (!form_of(version)(&writer, result, version, &fault)) {
        return fail(failure, CNI_INTERNAL, "%s", fault.text);
    }
    return !to->broken || fail(failure, CNI_INTERNAL, "the result is too large");
}
