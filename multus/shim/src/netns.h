// SPDX-License-Identifier: Apache-2.0
#ifndef SHIM_NETNS_H
#define SHIM_NETNS_H

#include "failure.h"

// False with code 8 when the path is the shim's own network namespace. A path where nothing is may be one that is gone: true.
bool netns_is_another(const char *path, struct failure *failure);
// Makes root the root of the process and enters the network namespace at a path in it. The node's own, which a mistake would cut off, is left
// alone unless it may be that.
bool netns_enter(const char *root, const char *path, bool may_be_own, struct failure *failure);

#endif
