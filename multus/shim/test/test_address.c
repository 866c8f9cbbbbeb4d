// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/address.h"

// As read, and as Go prints it; null where it is none.
static const char *const CIDRS[][2] = {
    {"10.1.2.3/24", "10.1.2.3/24"},
    {"0.0.0.0/0", "0.0.0.0/0"},
    {"10.1.2.3/032", "10.1.2.3/32"},
    {"2001:DB8:0:0:0:0:0:1/64", "2001:db8::1/64"},
    {"::/0", "::/0"},
    {"1::/128", "1::/128"},
    {"0:0:1:0:0:0:1:0/1", "0:0:1::1:0/1"},
    {"0:1:0:0:1:0:0:1/64", "0:1::1:0:0:1/64"},
    {"1:0:2:0:3:0:4:0/3", "1:0:2:0:3:0:4:0/3"},
    {"0:0:1:2:3:4:5:6/3", "::1:2:3:4:5:6/3"},
    {"1:2:3:4:5:6:0:0/3", "1:2:3:4:5:6::/3"},
    {"64:ff9b::1.2.3.4/96", "64:ff9b::102:304/96"},
    {"::ffff:10.0.0.1/120", "10.0.0.1/24"},
    {"::ffff:10.0.0.1/90", "10.0.0.1/0"},
    {"10.0.0.1/33", NULL},
    {"10.0.0.1/-1", NULL},
    {"10.0.0.1/", NULL},
    {"10.0.0.1/1x", NULL},
    {"10.0.0.1", NULL},
    {"10.0.0/8", NULL},
    {"010.0.0.1/8", NULL},
    {"/8", NULL},
    {"", NULL},
    {"::1/129", NULL},
    {"1::2::3/8", NULL},
    {"fe80::1%eth0/64", NULL},
    {"::1/99999999999999", NULL},
};

static void reads_and_prints_as_go_does(void) {
    for (size_t i = 0; i < COUNT(CIDRS); i++) {
        struct address address;
        bool right = address_read_cidr(text_of(CIDRS[i][0]), &address);
        CHECK(right == (CIDRS[i][1] != NULL));
        if (right && CIDRS[i][1] != NULL) {
            struct buffer text = buffer_of(128);
            address_write_cidr(&text, &address);
            CHECK_TEXT(buffer_text(&text), CIDRS[i][1]);
            buffer_free(&text);
        }
    }
}

static void tells_the_two_versions_apart(void) {
    struct address address;
    CHECK(address_read(text_of("10.0.0.1"), &address) && address.v4);
    CHECK(address_read(text_of("::ffff:10.0.0.1"), &address) && address.v4);
    CHECK(address_read(text_of("::1"), &address) && !address.v4);
    CHECK(!address_read(text_of(""), &address));
    CHECK(!address_read((struct text){"1.2.3.4\0", 8}, &address));
}

void test_address(void) {
    reads_and_prints_as_go_does();
    tells_the_two_versions_apart();
}
