// SPDX-License-Identifier: Apache-2.0
// Addresses as Go reads and prints them, which is how runtimes have always got them: RFC 5952, IPv4 also where it is mapped into IPv6.
#ifndef SHIM_ADDRESS_H
#define SHIM_ADDRESS_H

#include "text.h"

struct address {
    unsigned char bytes[16];
    bool v4; // the first four bytes are it
    unsigned prefix; // of a CIDR
};

bool address_read(struct text text, struct address *address);
// An address, a slash and how many of its bits are the network's.
bool address_read_cidr(struct text text, struct address *address);
void address_write(struct buffer *to, const struct address *address);
void address_write_cidr(struct buffer *to, const struct address *address);

#endif
