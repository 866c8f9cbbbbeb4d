// SPDX-License-Identifier: Apache-2.0
#ifndef SHIM_SPOOL_LIMITS_H
#define SHIM_SPOOL_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

// How the name of a file ends that is not written to its end yet.
#define SPOOL_TEMPORARY ".tmp"

// Removes what killed shims left, and the oldest entries until one of that size fits. False with errno when it does not fit into an empty spool.
// An entry's age is the daemon's affair, once it has tried it: a node's date may jump by weeks after its start.
bool spool_make_room(int folder, size_t wanted);

#endif
