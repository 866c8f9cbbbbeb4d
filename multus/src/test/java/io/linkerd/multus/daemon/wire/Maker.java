// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

/** Whose program it is. */
enum Maker {
    UPSTREAM,
    OURS;

    Maker other() {
        return this == OURS ? UPSTREAM : OURS;
    }
}
