// SPDX-License-Identifier: Apache-2.0
// The result of an ADD, from the newest form, which daemons answer with, to that of the configuration's version, as libcni converts it.
#ifndef SHIM_RESULT_H
#define SHIM_RESULT_H

#include "failure.h"
#include "json.h"

// Finds the result in an answer's body. Code 999 when there is none, or when any of it is not of the newest form.
bool result_read(struct text body, struct json *result, struct failure *failure);
// For the answers that need have none. Code 999 when what came is no answer.
bool result_may_be_missing(struct text body, struct failure *failure);
// Writes it as of that version. Code 999 when it has no such form.
bool result_convert(struct json result, struct text version, struct buffer *to, struct failure *failure);

#endif
