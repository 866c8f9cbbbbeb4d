// SPDX-License-Identifier: Apache-2.0
// What a runtime says in the environment: https://www.cni.dev/docs/spec/#parameters
#ifndef SHIM_ENVIRONMENT_H
#define SHIM_ENVIRONMENT_H

#include "failure.h"

enum command {
    COMMAND_NONE,
    COMMAND_ADD,
    COMMAND_CHECK,
    COMMAND_DEL,
    COMMAND_GC,
    COMMAND_STATUS,
    COMMAND_VERSION,
    COMMAND_UNKNOWN,
};

struct environment {
    enum command command;
    const char *command_name;
    const char *container;
    const char *netns;
    const char *interface;
    bool netns_may_be_own; // CNI_NETNS_OVERRIDE
};

// Code 4 for what the command needs and is missing, or has characters that it must not have, in libcni's order. No command is COMMAND_NONE.
bool environment_read(struct environment *environment, struct failure *failure);
// Container IDs and network names have the same characters.
bool environment_is_name(struct text name);

#endif
