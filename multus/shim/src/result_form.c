// SPDX-License-Identifier: Apache-2.0
#include "result_form.h"

#include "address.h"

#include <stdio.h>

#define SHORT_TEXT 256U

const struct field RESULT_INTERFACE_1[] = {{"mac", FIELD_TEXT},     {"mtu", FIELD_COUNT},       {"name", FIELD_NAME}, {"pciID", FIELD_TEXT},
                                           {"sandbox", FIELD_TEXT}, {"socketPath", FIELD_TEXT}, {NULL, FIELD_END}};
const struct field RESULT_INTERFACE_0[] = {{"name", FIELD_NAME}, {"mac", FIELD_TEXT}, {"sandbox", FIELD_TEXT}, {NULL, FIELD_END}};
const struct field RESULT_IP_1[] = {{"address", FIELD_CIDR}, {"gateway", FIELD_ADDRESS}, {"interface", FIELD_INDEX}, {NULL, FIELD_END}};
const struct field RESULT_IP_0[] = {
    {"version", FIELD_IP_VERSION}, {"interface", FIELD_INDEX}, {"address", FIELD_CIDR}, {"gateway", FIELD_ADDRESS}, {NULL, FIELD_END}};
const struct field RESULT_ROUTE_1[] = {{"advmss", FIELD_COUNT},   {"dst", FIELD_CIDR},    {"gw", FIELD_ADDRESS},  {"mtu", FIELD_COUNT},
                                       {"priority", FIELD_COUNT}, {"scope", FIELD_INDEX}, {"table", FIELD_INDEX}, {NULL, FIELD_END}};
const struct field RESULT_ROUTE_0[] = {{"dst", FIELD_CIDR},       {"gw", FIELD_ADDRESS},  {"mtu", FIELD_COUNT},   {"advmss", FIELD_COUNT},
                                       {"priority", FIELD_COUNT}, {"table", FIELD_INDEX}, {"scope", FIELD_INDEX}, {NULL, FIELD_END}};
const struct field RESULT_DNS_1[] = {
    {"domain", FIELD_TEXT}, {"nameservers", FIELD_TEXTS}, {"options", FIELD_TEXTS}, {"search", FIELD_TEXTS}, {NULL, FIELD_END}};
const struct field RESULT_DNS_0[] = {
    {"nameservers", FIELD_TEXTS}, {"domain", FIELD_TEXT}, {"search", FIELD_TEXTS}, {"options", FIELD_TEXTS}, {NULL, FIELD_END}};

static bool wrong(struct json_fault *fault, const char *name, const char *what) {
    snprintf(fault->text, sizeof fault->text, "%s %s", name, what);
    return false;
}

static const enum json_kind KINDS[] = {
    [FIELD_TEXT] = JSON_STRING,  [FIELD_NAME] = JSON_STRING, [FIELD_TEXTS] = JSON_ARRAY,    [FIELD_COUNT] = JSON_NUMBER,
    [FIELD_INDEX] = JSON_NUMBER, [FIELD_CIDR] = JSON_STRING, [FIELD_ADDRESS] = JSON_STRING,
};

// Reads a string into an address with the one reader or the other.
static bool read_address(struct json string, bool cidr, struct address *address) {
    struct buffer text = buffer_of(SHORT_TEXT);
    json_string(string, &text);
    bool right = !text.broken && (cidr ? address_read_cidr : address_read)(buffer_text(&text), address);
    buffer_free(&text);
    return right;
}

static bool write_address(struct json_writer *writer, const struct field *field, struct json value, struct json_fault *fault) {
    bool cidr = field->kind == FIELD_CIDR;
    struct address address;
    if (!cidr && json_string_is_empty(value)) {
        return true;
    }
    if (!read_address(value, cidr, &address)) {
        return wrong(fault, field->name, cidr ? "is no CIDR address" : "is no IP address");
    }
    struct buffer text = buffer_of(SHORT_TEXT);
    (cidr ? address_write_cidr : address_write)(&text, &address);
    json_key(writer, field->name);
    json_text(writer, buffer_text(&text));
    buffer_free(&text);
    return true;
}

static bool write_number(struct json_writer *writer, const struct field *field, struct json value, struct json_fault *fault) {
    long long number;
    if (!json_whole_number(value, &number)) {
        return wrong(fault, field->name, "is no whole number");
    }
    if (number != 0 || field->kind == FIELD_INDEX) {
        json_key(writer, field->name);
        json_number(writer, number);
    }
    return true;
}

static bool write_texts(struct json_writer *writer, const struct field *field, struct json value, struct json_fault *fault) {
    struct json_cursor cursor = json_cursor(value);
    struct json key;
    struct json item;
    bool any = false;
    while (json_next(&cursor, &key, &item)) {
        if (json_kind(item) != JSON_STRING) {
            return wrong(fault, field->name, "has an item that is no string");
        }
        if (!any) {
            json_key(writer, field->name);
            json_open(writer, '[');
        }
        any = true;
        json_copy_string(writer, item);
    }
    if (any) {
        json_close(writer, ']');
    }
    return true;
}

static bool write_present(struct json_writer *writer, const struct field *field, struct json value, struct json_fault *fault) {
    switch (field->kind) {
    case FIELD_CIDR:
    case FIELD_ADDRESS:
        return write_address(writer, field, value, fault);
    case FIELD_COUNT:
    case FIELD_INDEX:
        return write_number(writer, field, value, fault);
    case FIELD_TEXTS:
        return write_texts(writer, field, value, fault);
    default:
        if (field->kind == FIELD_NAME || !json_string_is_empty(value)) {
            json_key(writer, field->name);
            json_copy_string(writer, value);
        }
        return true;
    }
}

bool result_is_v4(struct json object, const char *name) {
    struct json_fault fault;
    struct json value;
    struct address address;
    return json_member_of(object, name, JSON_STRING, &value, &fault) == JSON_PRESENT && read_address(value, true, &address) && address.v4;
}

static bool write_field(struct json_writer *writer, const struct field *field, struct json object, struct json_fault *fault) {
    if (field->kind == FIELD_IP_VERSION) {
        json_key(writer, field->name);
        json_text(writer, text_of(result_is_v4(object, "address") ? "4" : "6"));
        return true;
    }
    struct json value;
    switch (json_member_of(object, field->name, KINDS[field->kind], &value, fault)) {
    case JSON_PRESENT:
        return write_present(writer, field, value, fault);
    case JSON_BAD:
        return false;
    default:
        break;
    }
    if (field->kind == FIELD_NAME) {
        json_key(writer, field->name);
        json_text(writer, text_of(""));
    }
    return field->kind != FIELD_CIDR || wrong(fault, field->name, "is missing");
}

bool result_write_fields(struct json_writer *writer, struct json object, const struct field *form, struct json_fault *fault) {
    for (; form->kind != FIELD_END; form++) {
        if (!write_field(writer, form, object, fault)) {
            return false;
        }
    }
    return true;
}

bool result_write_list(struct json_writer *writer, struct json result, const char *name, const struct field *form,
                       struct json_fault *fault) {
    struct json list;
    struct json key;
    struct json item;
    enum json_found found = json_member_of(result, name, JSON_ARRAY, &list, fault);
    if (found != JSON_PRESENT) {
        return found == JSON_ABSENT;
    }
    bool any = false;
    struct json_cursor cursor = json_cursor(list);
    while (json_next(&cursor, &key, &item)) {
        if (json_kind(item) != JSON_OBJECT) {
            return wrong(fault, name, "has an item that is no object");
        }
        if (!any) {
            json_key(writer, name);
            json_open(writer, '[');
        }
        any = true;
        json_open(writer, '{');
        if (!result_write_fields(writer, item, form, fault)) {
            return false;
        }
        json_close(writer, '}');
    }
    if (any) {
        json_close(writer, ']');
    }
    return true;
}

bool result_write_dns(struct json_writer *writer, struct json result, const struct field *form, bool always, struct json_fault *fault) {
    struct json dns;
    enum json_found found = json_member_of(result, "dns", JSON_OBJECT, &dns, fault);
    if (found == JSON_BAD) {
        return false;
    }
    struct json_writer before = *writer;
    size_t length = writer->to->length;
    json_key(writer, "dns");
    json_open(writer, '{');
    bool right = found == JSON_ABSENT || result_write_fields(writer, dns, form, fault);
    if (right && writer->empty && !always) {
        buffer_cut(writer->to, length);
        *writer = before;
        return true;
    }
    json_close(writer, '}');
    return right;
}
