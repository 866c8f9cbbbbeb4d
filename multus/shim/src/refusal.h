// SPDX-License-Identifier: Apache-2.0
#ifndef SHIM_REFUSAL_H
#define SHIM_REFUSAL_H

#include "answer.h"
#include "failure.h"

// Whether the daemon did what it was asked: status 200. What it refused with becomes the failure: a CNI error's text with its own code, or, by
// upstream_codes, with 999; any other answer is quoted.
bool refusal_none(const struct answer *answer, bool upstream_codes, struct failure *failure);
// Whether the daemon has dealt with the request, in whichever way, so that a DEL need not be kept.
bool refusal_is_final(const struct answer *answer);
// Whether the daemon is from before the command: upstream's until 4.1 know neither GC nor STATUS.
bool refusal_is_of_command(const struct answer *answer, const char *command);

#endif
