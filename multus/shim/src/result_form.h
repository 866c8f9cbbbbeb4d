// SPDX-License-Identifier: Apache-2.0
// The parts of a result, each as a table of its fields in the order in which Go prints them.
#ifndef SHIM_RESULT_FORM_H
#define SHIM_RESULT_FORM_H

#include "json.h"
#include "json_write.h"

enum field_kind {
    FIELD_END,
    FIELD_TEXT, // left out when it is empty
    FIELD_NAME, // printed even then
    FIELD_TEXTS,
    FIELD_COUNT, // left out when it is 0
    FIELD_INDEX, // printed even then
    FIELD_CIDR, // must be there
    FIELD_ADDRESS,
    FIELD_IP_VERSION, // of the member address: "4" or "6"
};

struct field {
    const char *name;
    enum field_kind kind;
};

extern const struct field RESULT_INTERFACE_1[], RESULT_IP_1[], RESULT_ROUTE_1[], RESULT_DNS_1[];
extern const struct field RESULT_INTERFACE_0[], RESULT_IP_0[], RESULT_ROUTE_0[], RESULT_DNS_0[];

bool result_write_fields(struct json_writer *writer, struct json object, const struct field *form, struct json_fault *fault);
// A list of a result with each item in that form; nothing when it is empty.
bool result_write_list(struct json_writer *writer, struct json result, const char *name, const struct field *form,
                       struct json_fault *fault);
bool result_write_dns(struct json_writer *writer, struct json result, const struct field *form, bool always, struct json_fault *fault);

// Whether the member is a CIDR address of IPv4.
bool result_is_v4(struct json object, const char *name);

// For results that were found right in the newest form: the forms before 0.3.0.
bool result_first_ip(struct json result, bool v4, struct json *ip);
// The member ip4 or ip6, with the routes of its version.
void result_write_ip(struct json_writer *writer, struct json result, const char *name, struct json ip, bool v4);

#endif
