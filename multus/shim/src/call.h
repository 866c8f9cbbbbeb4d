// SPDX-License-Identifier: Apache-2.0
// One call of the runtime's, on its way to the daemon.
#ifndef SHIM_CALL_H
#define SHIM_CALL_H

#include "answer.h"
#include "config.h"
#include "environment.h"
#include "failure.h"

struct call {
    struct environment environment;
    struct config config;
    struct buffer input; // the configuration as it came
    struct json root; // the same, read
};

struct call call_of(struct environment environment);
void call_free(struct call *call);
// Reads the settings, waits for the daemon, and asks it; false unless it did what it was asked.
bool call_ask(struct call *call, struct answer *answer, struct failure *failure);
// The same without waiting, for a DEL. What no daemon took is put into the spool; every failure is logged.
void call_del(struct call *call, struct failure *failure);
// Puts the command before a failure's message, and logs it.
bool call_note(struct call *call, const char *prefix, bool right, struct failure *failure);

#endif
