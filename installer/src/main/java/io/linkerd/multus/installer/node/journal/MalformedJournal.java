// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

/** A journal that cannot be understood; the message says where. */
final class MalformedJournal extends Exception {
    private static final long serialVersionUID = 1;

    MalformedJournal(String reason) {
        super(reason);
    }

    MalformedJournal(String reason, Throwable cause) {
        super(reason, cause);
    }
}
