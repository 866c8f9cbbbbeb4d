// SPDX-License-Identifier: Apache-2.0
#ifndef SHIM_COMMAND_H
#define SHIM_COMMAND_H

#include "failure.h"

// Does what the environment and the configuration say; output is what the runtime is to read.
bool command_run(int input, struct buffer *output, struct failure *failure);

#endif
