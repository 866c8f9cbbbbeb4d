// SPDX-License-Identifier: Apache-2.0
// What the shim reads of the configuration on standard input. All of it goes to the daemon as it came.
#ifndef SHIM_CONFIG_H
#define SHIM_CONFIG_H

#include "failure.h"
#include "json.h"
#include "log.h"

#define DEFAULT_SOCKET_FOLDER "/run/multus/"
#define DEFAULT_CNI_FOLDER "/var/lib/cni/multus"

struct config {
    struct buffer version; // cniVersion, 0.1.0 when there is none
    struct buffer socket_folder; // daemonSocketDir
    struct buffer cni_folder; // cniDir: the daemon's caches, beside which the spool is
    struct buffer log_file;
    struct log log;
    bool upstream_codes; // upstreamErrorCodes: every failure of the daemon's has code 999
};

struct config config_none(void);
void config_free(struct config *config);
// Codes 6 and 7: what libcni asks of every plugin's configuration. An object or null is left in root.
bool config_open(struct text input, struct json *root, struct failure *failure);
// Code 6 when cniVersion is no string.
bool config_read_version(struct json root, struct config *config, struct failure *failure);
// Code 999 for a setting of the wrong kind. Those that are right are read in any case, as a DEL goes on with them.
bool config_read(struct json root, struct config *config, struct failure *failure);

#endif
