// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/limits.h"
#include "src/result.h"

#define WHOLE                                                                                                                              \
    "{\"Result\":{\"cniVersion\":\"1.1.0\",\"interfaces\":[{\"name\":\"eth0\",\"mac\":\"aa\",\"mtu\":1500,\"sandbox\":\"/"                 \
    "n\",\"pciID\":\"p\"}],"                                                                                                               \
    "\"ips\":[{\"interface\":0,\"address\":\"10.1.2.3/24\",\"gateway\":\"10.1.2.1\"},{\"address\":\"fd00:0::1/"                            \
    "64\"},{\"address\":\"10.9.9.9/8\"}],"                                                                                                 \
    "\"routes\":[{\"dst\":\"0.0.0.0/0\",\"gw\":\"10.1.2.1\",\"table\":0},{\"dst\":\"::/0\",\"mtu\":1400}],"                                \
    "\"dns\":{\"domain\":\"d\",\"nameservers\":[\"10.0.0.10\"]}}}"

static void check_conversion(const char *body, const char *version, const char *expected) {
    struct failure failure = failure_none();
    struct buffer text = buffer_of(RESULT_LIMIT);
    struct json result;
    CHECK(result_read(text_of(body), &result, &failure) && result_convert(result, text_of(version), &text, &failure));
    CHECK_TEXT(buffer_text(&text), expected);
    buffer_free(&text);
    failure_free(&failure);
}

static void prints_the_newest_form_in_the_order_of_the_alphabet(void) {
    check_conversion(WHOLE, "1.0.0",
                     "{\n    \"cniVersion\": \"1.0.0\",\n    \"dns\": {\n        \"domain\": \"d\",\n        \"nameservers\": [\n"
                     "            \"10.0.0.10\"\n        ]\n    },\n"
                     "    \"interfaces\": [\n        {\n            \"mac\": \"aa\",\n            \"mtu\": 1500,\n"
                     "            \"name\": \"eth0\",\n            \"pciID\": \"p\",\n"
                     "            \"sandbox\": \"/n\"\n        }\n    ],\n"
                     "    \"ips\": [\n        {\n            \"address\": \"10.1.2.3/24\",\n            \"gateway\": \"10.1.2.1\",\n"
                     "            \"interface\": 0\n        },\n"
                     "        {\n            \"address\": \"fd00::1/64\"\n        },\n        {\n            \"address\": \"10.9.9.9/8\"\n"
                     "        }\n    ],\n"
                     "    \"routes\": [\n        {\n            \"dst\": \"0.0.0.0/0\",\n            \"gw\": \"10.1.2.1\",\n"
                     "            \"table\": 0\n        },\n"
                     "        {\n            \"dst\": \"::/0\",\n            \"mtu\": 1400\n        }\n    ]\n}");
}

static void gives_addresses_their_version_back(void) {
    check_conversion(
        WHOLE, "0.3.1",
        "{\n    \"cniVersion\": \"0.3.1\",\n    \"interfaces\": [\n        {\n            \"name\": \"eth0\",\n"
        "            \"mac\": \"aa\",\n            \"sandbox\": \"/n\"\n        }\n    ],\n"
        "    \"ips\": [\n        {\n            \"version\": \"4\",\n            \"interface\": 0,\n"
        "            \"address\": \"10.1.2.3/24\",\n            \"gateway\": \"10.1.2.1\"\n        },\n"
        "        {\n            \"version\": \"6\",\n            \"address\": \"fd00::1/64\"\n        },\n"
        "        {\n            \"version\": \"4\",\n            \"address\": \"10.9.9.9/8\"\n        }\n    ],\n"
        "    \"routes\": [\n        {\n            \"dst\": \"0.0.0.0/0\",\n            \"gw\": \"10.1.2.1\",\n"
        "            \"table\": 0\n        },\n"
        "        {\n            \"dst\": \"::/0\",\n            \"mtu\": 1400\n        }\n    ],\n"
        "    \"dns\": {\n        \"nameservers\": [\n            \"10.0.0.10\"\n        ],\n        \"domain\": \"d\"\n    }\n}");
}

static void the_oldest_form_has_one_address_of_each_version(void) {
    check_conversion(
        WHOLE, "0.2.0",
        "{\n    \"cniVersion\": \"0.2.0\",\n    \"ip4\": {\n        \"ip\": \"10.1.2.3/24\",\n"
        "        \"gateway\": \"10.1.2.1\",\n        \"routes\": [\n            {\n"
        "                \"dst\": \"0.0.0.0/0\",\n                \"gw\": \"10.1.2.1\"\n            }\n        ]\n    },\n"
        "    \"ip6\": {\n        \"ip\": \"fd00::1/64\",\n        \"routes\": [\n            {\n"
        "                \"dst\": \"::/0\"\n            }\n        ]\n    },\n"
        "    \"dns\": {\n        \"nameservers\": [\n            \"10.0.0.10\"\n        ],\n        \"domain\": \"d\"\n    }\n}");
}

static void dns_is_always_in_the_old_forms(void) {
    check_conversion("{\"Result\":{}}", "0.4.0", "{\n    \"cniVersion\": \"0.4.0\",\n    \"dns\": {}\n}");
    check_conversion("{\"Result\":{\"dns\":{},\"ips\":[],\"routes\":null}}", "1.1.0", "{\n    \"cniVersion\": \"1.1.0\"\n}");
    check_conversion("{\"Result\":{\"ips\":[{\"address\":\"1.2.3.4/32\"}]}}", "0.1.0",
                     "{\n    \"cniVersion\": \"0.1.0\",\n    \"ip4\": {\n        \"ip\": \"1.2.3.4/32\"\n    },\n    \"dns\": {}\n}");
}

static void refuses_what_is_no_result(void) {
    static const char *const REFUSED[][2] = {
        {"", "failed to unmarshal response '': the daemon sent no Result"},
        {"{}", "failed to unmarshal response '{}': the daemon sent no Result"},
        {"null", "failed to unmarshal response 'null': the daemon sent no Result"},
        {"{\"Result\":null}", "failed to unmarshal response '{\"Result\":null}': the daemon sent no Result"},
        {"[]", "failed to unmarshal response '[]': it is an array, not an object"},
        {"{\"Result\":[]}", "failed to unmarshal response '{\"Result\":[]}': Result is an array, not an object"},
        {"x", "failed to unmarshal response 'x': invalid character 'x' looking for beginning of value"},
        {"{\"Result\":{\"ips\":[null]}}",
         "failed to unmarshal response '{\"Result\":{\"ips\":[null]}}': ips has an item that is no object"},
        {"{\"Result\":{\"ips\":[{}]}}", "failed to unmarshal response '{\"Result\":{\"ips\":[{}]}}': address is missing"},
        {"{\"Result\":{\"routes\":[{\"dst\":\"x\"}]}}",
         "failed to unmarshal response '{\"Result\":{\"routes\":[{\"dst\":\"x\"}]}}': dst is no CIDR address"},
        {"{\"Result\":{\"dns\":{\"search\":[1]}}}",
         "failed to unmarshal response '{\"Result\":{\"dns\":{\"search\":[1]}}}': search has an item that is no string"},
        {"{\"Result\":{\"cniVersion\":1}}",
         "failed to unmarshal response '{\"Result\":{\"cniVersion\":1}}': cniVersion is a number, not a string"},
        {"{\"Result\":{},\"Result\":{}}", "failed to unmarshal response '{\"Result\":{},\"Result\":{}}': Result is given twice"},
    };
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(REFUSED); i++) {
        struct json result;
        CHECK(!result_read(text_of(REFUSED[i][0]), &result, &failure));
        CHECK_FAILURE(&failure, CNI_INTERNAL, REFUSED[i][1]);
    }
}

static void refuses_what_has_no_such_form(void) {
    struct failure failure = failure_none();
    struct buffer text = buffer_of(RESULT_LIMIT);
    struct json result;
    CHECK(result_read(text_of("{\"Result\":{}}"), &result, &failure));
    CHECK(!result_convert(result, text_of("0.2.0"), &text, &failure));
    CHECK_FAILURE(&failure, CNI_INTERNAL, "cannot convert: no valid IP addresses");
    CHECK(result_read(text_of("{\"Result\":{\"cniVersion\":\"1.2.0\"}}"), &result, &failure));
    CHECK(!result_convert(result, text_of("1.1.0"), &text, &failure));
    CHECK_FAILURE(&failure, CNI_INTERNAL, "no converter for CNI result version 1.2.0 to 1.1.0");
    buffer_free(&text);
}

void test_result(void) {
    prints_the_newest_form_in_the_order_of_the_alphabet();
    gives_addresses_their_version_back();
    the_oldest_form_has_one_address_of_each_version();
    dns_is_always_in_the_old_forms();
    refuses_what_is_no_result();
    refuses_what_has_no_such_form();
}
