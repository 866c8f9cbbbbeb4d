// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

/**
 * Which of our own programs put something on the node, and alone may take it away.
 *
 * @param name as people see it; empty for the daemon, which the first release was alone
 */
public record EntryOwner(String name) {
    /** The installer that keeps the node. */
    public static final EntryOwner DAEMON = new EntryOwner("");

    @Override
    public String toString() {
        return name.isEmpty() ? "the installer's daemon" : name;
    }
}
