// SPDX-License-Identifier: Apache-2.0
#include "route_action.h"

#include "limits.h"

#include <string.h>

bool interface_name_read(struct text text, char name[INTERFACE_NAME_SIZE]) {
    if (text.length == 0 || text.length >= INTERFACE_NAME_SIZE || memchr(text.at, '\0', text.length) != NULL) {
        return false;
    }
    memset(name, 0, INTERFACE_NAME_SIZE);
    memcpy(name, text.at, text.length);
    return true;
}

// Takes what is before the end, and the end; false where there is no end.
static bool take_until(struct text *text, char end, struct text *taken) {
    const char *at = text->length == 0 ? NULL : memchr(text->at, end, text->length);
    if (at == NULL) {
        return false;
    }
    *taken = (struct text){text->at, (size_t)(at - text->at)};
    *text = (struct text){at + 1, text->length - taken->length - 1};
    return true;
}

static bool read_line(struct text line, struct route_action *action) {
    struct text verb;
    struct text about;
    if (!take_until(&line, ' ', &verb) || !take_until(&line, ' ', &about) || !interface_name_read(line, action->interface)) {
        return false;
    }
    action->adds = text_is(verb, "add-default");
    if (action->adds) {
        bool right = address_read(about, &action->gateway);
        action->v4 = right && action->gateway.v4;
        return right;
    }
    action->v4 = text_is(about, "4");
    return text_is(verb, "delete-defaults") && (action->v4 || text_is(about, "6"));
}

bool route_action_next(struct text *text, struct route_action *action, struct failure *failure) {
    struct text line;
    memset(action, 0, sizeof *action);
    if (!take_until(text, '\n', &line)) {
        return fail(failure, CNI_INTERNAL, "the last line of the input has no end");
    }
    if (!read_line(line, action)) {
        fail(failure, CNI_INTERNAL, "no action: ");
        buffer_add(&failure->message, text_start(line, ACTION_QUOTE_LIMIT));
        return false;
    }
    return true;
}
