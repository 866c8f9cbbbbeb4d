// SPDX-License-Identifier: Apache-2.0
#include "address.h"

#include <arpa/inet.h>
#include <string.h>

#define LONGEST 64U
#define V4_BITS 32U
#define V6_BITS 128U

static const unsigned char MAPPED[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

// Says whether the text itself is IPv4.
static bool read_bytes(struct text text, struct address *address, bool *written_as_v4) {
    char string[LONGEST];
    if (text.length >= sizeof string || memchr(text.at, '\0', text.length) != NULL) {
        return false;
    }
    memcpy(string, text.at, text.length);
    string[text.length] = '\0';
    memset(address, 0, sizeof *address);
    *written_as_v4 = strchr(string, ':') == NULL;
    address->v4 = *written_as_v4;
    if (inet_pton(*written_as_v4 ? AF_INET : AF_INET6, string, address->bytes) != 1) {
        return false;
    }
    if (!*written_as_v4 && memcmp(address->bytes, MAPPED, sizeof MAPPED) == 0) {
        memmove(address->bytes, address->bytes + sizeof MAPPED, 4);
        address->v4 = true;
    }
    return true;
}

bool address_read(struct text text, struct address *address) {
    bool written_as_v4;
    return text.length > 0 && read_bytes(text, address, &written_as_v4);
}

static bool read_prefix(struct text text, unsigned *prefix) {
    *prefix = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || *prefix > V6_BITS) {
            return false;
        }
        *prefix = *prefix * 10 + (unsigned)(text.at[i] - '0');
    }
    return text.length > 0;
}

// A mapped address counts its prefix over 128 bits, of which IPv4's are the last.
bool address_read_cidr(struct text text, struct address *address) {
    const char *slash = text.length == 0 ? NULL : memchr(text.at, '/', text.length);
    if (slash == NULL) {
        return false;
    }
    size_t length = (size_t)(slash - text.at);
    struct text after = {slash + 1, text.length - length - 1};
    bool written_as_v4;
    unsigned prefix;
    if (!read_bytes((struct text){text.at, length}, address, &written_as_v4) || !read_prefix(after, &prefix)) {
        return false;
    }
    if (prefix > (written_as_v4 ? V4_BITS : V6_BITS)) {
        return false;
    }
    bool mapped = address->v4 && !written_as_v4;
    address->prefix = !mapped ? prefix : prefix > V6_BITS - V4_BITS ? prefix - (V6_BITS - V4_BITS) : 0;
    return true;
}

static unsigned group(const struct address *address, int i) {
    return (unsigned)address->bytes[2 * i] << 8 | address->bytes[2 * i + 1];
}

// The first of the longest runs of zeros, of at least two groups.
static void find_zeros(const struct address *address, int *from, int *to) {
    *from = *to = 8;
    for (int i = 0; i < 8; i++) {
        int end = i;
        while (end < 8 && group(address, end) == 0) {
            end++;
        }
        if (end - i >= 2 && end - i > *to - *from) {
            *from = i;
            *to = end;
        }
    }
}

static void write_v6(struct buffer *to, const struct address *address) {
    int zeros;
    int zeros_end;
    find_zeros(address, &zeros, &zeros_end);
    for (int i = 0; i < 8; i++) {
        if (i == zeros) {
            buffer_string(to, "::");
            i = zeros_end - 1;
        } else {
            buffer_string(to, i == 0 || i == zeros_end ? "" : ":");
            buffer_format(to, "%x", group(address, i));
        }
    }
}

void address_write(struct buffer *to, const struct address *address) {
    if (address->v4) {
        const unsigned char *bytes = address->bytes;
        buffer_format(to, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
    } else {
        write_v6(to, address);
    }
}

void address_write_cidr(struct buffer *to, const struct address *address) {
    address_write(to, address);
    buffer_format(to, "/%u", address->prefix);
}
