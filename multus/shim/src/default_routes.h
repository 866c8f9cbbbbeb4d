// SPDX-License-Identifier: Apache-2.0
// The default routes of the network namespace that the process is in: those of its main table.
#ifndef SHIM_DEFAULT_ROUTES_H
#define SHIM_DEFAULT_ROUTES_H

#include "failure.h"
#include "netlink.h"
#include "route_action.h"

// 0, ENODEV where there is no interface of that name, or another error.
int interface_find(struct netlink *netlink, const char *name, uint32_t *interface);
bool default_routes_change(struct netlink *netlink, const struct route_action *action, struct failure *failure);

#endif
