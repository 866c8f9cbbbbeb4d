// SPDX-License-Identifier: Apache-2.0
// Every bound of the shim. Those that a test would wait for are overridden by its build, with -D.
#ifndef SHIM_LIMITS_H
#define SHIM_LIMITS_H

#define KIB 1024U
#define MIB (1024U * KIB)

// A network configuration; those of clusters are below 100 KiB, with the result of the plugin before included.
#define STDIN_LIMIT (4U * MIB)
// What the shim forwards of its environment. The kernel allows 128 KiB in a variable.
#define ENVIRONMENT_LIMIT (1U * MIB)
#define ENVIRONMENT_VARIABLES 128U
// A request: the configuration as base64, the environment with each of its bytes escaped in six, and the braces around them.
#define REQUEST_LIMIT (STDIN_LIMIT / 3U * 4U + 6U * ENVIRONMENT_LIMIT + 64U * KIB)
// The answer's status line and headers, and its body.
#define HEAD_LIMIT (16U * KIB)
#define ANSWER_LIMIT (16U * MIB)
// A result is longer in its indented form than in the answer.
#define RESULT_LIMIT (48U * MIB)
// What an error quotes of a configuration or an answer.
#define QUOTE_LIMIT (64U * KIB)
#define FAILURE_LIMIT (256U * KIB)
#define JSON_DEPTH 128U
#define PATH_LIMIT 4096U
#define LOG_FILE_LIMIT (100U * MIB)

// Changes of routes; a network has four at most, each shorter than a line of 80.
#define ACTIONS_LIMIT (4U * KIB)
#define ACTION_QUOTE_LIMIT 100U
// The daemon writes them at once.
#ifndef ACTIONS_MS
#define ACTIONS_MS 5000
#endif
// A request to the kernel, and what it tells of one interface.
#define MESSAGE_LIMIT (64U * KIB)
// Default routes alone are kept; a route takes some 100 bytes.
#define ROUTES_LIMIT (1U * MIB)
// The kernel answers at once, but for a lock that all of the node's network namespaces share.
#ifndef NETLINK_MS
#define NETLINK_MS 5000
#endif

// As upstream's shim: a probe each 100 ms for a minute.
#ifndef PROBE_INTERVAL_MS
#define PROBE_INTERVAL_MS 100
#endif
#ifndef PROBE_TOTAL_MS
#define PROBE_TOTAL_MS 60000
#endif
// A DEL's probe. A daemon that is busy for longer is asked again.
#ifndef PROBE_ONCE_MS
#define PROBE_ONCE_MS 10000
#endif
// How long a DEL is tried again while there is no daemon, or none that finishes it. Plugins need the network namespace to take all away that
// they have made, and the runtime removes it once the DEL is answered. kubelet gives the runtime two minutes.
#ifndef DEL_TOTAL_MS
#define DEL_TOTAL_MS 30000
#endif
#define DEL_INTERVAL_MS 1000
// Delegates may take minutes. kubelet gives a sandbox four, so the runtime has given up before.
#ifndef ANSWER_MS
#define ANSWER_MS 300000
#endif
// The runtime writes the configuration at once and closes the pipe.
#ifndef STDIN_MS
#define STDIN_MS 60000
#endif

// DELs that wait for a daemon: two for each of a node's 500 pods, at 4 to 10 KiB each.
#ifndef SPOOL_ENTRIES
#define SPOOL_ENTRIES 1024U
#endif
#ifndef SPOOL_BYTES
#define SPOOL_BYTES (64U * MIB)
#endif
// A temporary file this old was left by a shim that was killed.
#define SPOOL_TEMPORARY_SECONDS 3600L

#endif
