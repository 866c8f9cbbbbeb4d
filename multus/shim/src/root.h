// SPDX-License-Identifier: Apache-2.0
#ifndef SHIM_ROOT_H
#define SHIM_ROOT_H

#include "failure.h"

#include <stdbool.h>

// Makes a folder, the node's root, the root of this process. "/" leaves it as it is, and takes no capability.
bool root_enter(const char *root, struct failure *failure);

#endif
