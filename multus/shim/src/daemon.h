// SPDX-License-Identifier: Apache-2.0
// The daemon, of whichever generation. https://github.com/k8snetworkplumbingwg/multus-cni: before 4.1 GET /healthz, up to 4.3 GET and POST
// /healthz, later also /readyz, where POST /healthz is answered until the daemon is gone.
#ifndef SHIM_DAEMON_H
#define SHIM_DAEMON_H

#include "answer.h"
#include "failure.h"

// Probes until the daemon is ready; code 999 after PROBE_TOTAL_MS.
bool daemon_await(const char *socket, struct failure *failure);
// Probes once whether there is a daemon that takes a DEL.
bool daemon_is_there(const char *socket, struct failure *failure);
// Asks the daemon; code 999 when there is no whole answer within ANSWER_MS.
bool daemon_ask(const char *socket, struct text request, struct answer *answer, struct failure *failure);

#endif
