// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

/** What an installer does on a node. */
enum Deed {
    /** Puts everything there. */
    INSTALL,
    /** Puts right what somebody has spoiled. */
    REPAIR,
    /** Hands on another token. */
    ROTATE,
    /** Follows another plugin, another configuration of it and another token. */
    EDIT,
    /** Takes everything away. */
    REMOVE
}
