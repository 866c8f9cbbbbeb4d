// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

/** How much of the node a look reads again that seems to be as it was. */
public enum Depth {
    /** Something happened, and the sooner it is seen the better: next to nothing. */
    PROMPT,
    /** Nothing has happened, and nobody waits: all that has not been read for a while. */
    THOROUGH
}
