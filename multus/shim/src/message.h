// SPDX-License-Identifier: Apache-2.0
// Messages of rtnetlink and their attributes, read and written without leaving their bounds: man 7 netlink, rtnetlink.
#ifndef SHIM_MESSAGE_H
#define SHIM_MESSAGE_H

#include "text.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdint.h>

struct message {
    struct nlmsghdr head;
    struct text whole; // with the head, without what fills it up
    struct text body;
};

struct attribute {
    unsigned type;
    struct text value;
};

// Take the next one; false at the end, and where what follows is none.
bool message_next(struct text *text, struct message *message);
bool attribute_next(struct text *text, struct attribute *attribute);
// Takes a structure of the kernel's from the start, and what fills it up.
bool message_take(struct text *text, void *structure, size_t size);
// Passes over so much and what fills it up, which the last one of all may be without.
void message_skip(struct text *text, size_t length);
// False where the attribute has another length.
bool attribute_number(const struct attribute *attribute, uint32_t *number);

void message_start(struct buffer *to, uint16_t type, unsigned flags, const void *body, size_t size);
void message_attribute(struct buffer *to, unsigned type, struct text value);
void message_number(struct buffer *to, unsigned type, uint32_t number);
// Writes length and sequence number into the head.
void message_finish(struct buffer *message, uint32_t sequence);

#endif
