// SPDX-License-Identifier: Apache-2.0
#include "message.h"

#include <string.h>

// Netlink's alignment, of messages and of attributes.
#define ALIGNMENT 4U

static size_t aligned(size_t length) {
    return (length + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

void message_skip(struct text *text, size_t length) {
    size_t passed = aligned(length) < text->length ? aligned(length) : text->length;
    text->at += passed;
    text->length -= passed;
}

bool message_take(struct text *text, void *structure, size_t size) {
    if (text->length < size) {
        return false;
    }
    memcpy(structure, text->at, size);
    message_skip(text, size);
    return true;
}

bool message_next(struct text *text, struct message *message) {
    if (text->length < sizeof message->head) {
        return false;
    }
    memcpy(&message->head, text->at, sizeof message->head);
    size_t length = message->head.nlmsg_len;
    if (length < sizeof message->head || length > text->length) {
        return false;
    }
    message->whole = (struct text){text->at, length};
    message->body = (struct text){text->at + sizeof message->head, length - sizeof message->head};
    message_skip(text, length);
    return true;
}

bool attribute_next(struct text *text, struct attribute *attribute) {
    struct rtattr head;
    if (text->length < sizeof head) {
        return false;
    }
    memcpy(&head, text->at, sizeof head);
    if (head.rta_len < sizeof head || head.rta_len > text->length) {
        return false;
    }
    attribute->type = head.rta_type & (unsigned)NLA_TYPE_MASK;
    attribute->value = (struct text){text->at + sizeof head, head.rta_len - sizeof head};
    message_skip(text, head.rta_len);
    return true;
}

bool attribute_number(const struct attribute *attribute, uint32_t *number) {
    if (attribute->value.length != sizeof *number) {
        return false;
    }
    memcpy(number, attribute->value.at, sizeof *number);
    return true;
}

static void fill_up(struct buffer *to) {
    static const char NOTHING[ALIGNMENT] = {0};
    buffer_add(to, (struct text){NOTHING, aligned(to->length) - to->length});
}

void message_start(struct buffer *to, uint16_t type, unsigned flags, const void *body, size_t size) {
    struct nlmsghdr head = {.nlmsg_type = type, .nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags)};
    buffer_clear(to);
    buffer_add(to, (struct text){(const char *)&head, sizeof head});
    buffer_add(to, (struct text){body, size});
    fill_up(to);
}

void message_attribute(struct buffer *to, unsigned type, struct text value) {
    size_t length = sizeof(struct rtattr) + value.length;
    if (length > UINT16_MAX) {
        to->broken = true;
        return;
    }
    struct rtattr head = {.rta_len = (uint16_t)length, .rta_type = (uint16_t)type};
    buffer_add(to, (struct text){(const char *)&head, sizeof head});
    buffer_add(to, value);
    fill_up(to);
}

void message_number(struct buffer *to, unsigned type, uint32_t number) {
    message_attribute(to, type, (struct text){(const char *)&number, sizeof number});
}

void message_finish(struct buffer *message, uint32_t sequence) {
    struct nlmsghdr head;
    if (message->length < sizeof head) {
        return;
    }
    memcpy(&head, message->bytes, sizeof head);
    head.nlmsg_len = (uint32_t)message->length;
    head.nlmsg_seq = sequence;
    memcpy(message->bytes, &head, sizeof head);
}
