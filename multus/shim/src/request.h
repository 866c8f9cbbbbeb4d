// SPDX-License-Identifier: Apache-2.0
#ifndef SHIM_REQUEST_H
#define SHIM_REQUEST_H

#include "failure.h"

// The body of POST /cni: {"env":{...},"config":"<base64>"}. Of the environment the daemon gets what begins with CNI_ or K8S_; upstream's shim
// hands it all that the runtime has. Code 4 when there is more of it than the daemon is given.
bool request_write(struct buffer *to, char *const *environment, struct text config, struct failure *failure);

#endif
