// SPDX-License-Identifier: Apache-2.0
// Changes of default routes, one a line, that the daemon asks for:
//     delete-defaults FAMILY INTERFACE     FAMILY is 4 or 6
//     add-default GATEWAY INTERFACE
#ifndef SHIM_ROUTE_ACTION_H
#define SHIM_ROUTE_ACTION_H

#include "address.h"
#include "failure.h"

// IFNAMSIZ of Linux.
#define INTERFACE_NAME_SIZE 16U

struct route_action {
    bool adds; // or deletes
    bool v4;
    struct address gateway; // of what is added
    char interface[INTERFACE_NAME_SIZE];
};

// False where the name cannot be an interface's.
bool interface_name_read(struct text text, char name[INTERFACE_NAME_SIZE]);
// Takes the next line of the text; false with a failure where it is none of the two.
bool route_action_next(struct text *text, struct route_action *action, struct failure *failure);

#endif
