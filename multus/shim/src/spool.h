// SPDX-License-Identifier: Apache-2.0
// DELs that no daemon took. A runtime does not repeat a DEL that succeeded, and a DEL must not wait for a daemon; so each is a file of what
// would have been posted, in the folder spool beside the daemon's caches, for the daemon to replay.
#ifndef SHIM_SPOOL_H
#define SHIM_SPOOL_H

#include "failure.h"

struct spool_entry {
    const char *container;
    const char *interface;
    const char *netns;
    struct text request;
};

#define SPOOL_NAME_LENGTH 200U

// <container>-<interface>-<hash of both and of the network namespace's path>.json
void spool_name(const struct spool_entry *entry, char name[SPOOL_NAME_LENGTH]);
// Writes the entry durably, in the place of the same one. Those too old go, and the oldest where there are too many.
bool spool_put(const char *cni_folder, const struct spool_entry *entry, struct failure *failure);

#endif
