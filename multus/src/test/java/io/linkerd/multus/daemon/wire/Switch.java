// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

/** What makes ours as upstream's where a runtime or a user could care. */
enum Switch {
    /** There is none. */
    NONE,
    /** {@code upstreamErrorCodes} in daemon-config.json. */
    ERROR_CODES,
    /** The daemon's setting of that name. */
    UNKNOWN_PODS
}
