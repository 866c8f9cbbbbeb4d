// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

/** What is done about a file of the spool at one look. */
sealed interface SpoolStep {

    /** It is carried out. */
    record Replay(SpoolFile file) implements SpoolStep {}

    /** It is no DEL, and is removed. */
    record Discard(SpoolFile file, String reason) implements SpoolStep {}

    /** A shim that was killed has left it half-written, and it is removed. */
    record TidyUp(SpoolFile file) implements SpoolStep {}

    /** It was tried for long enough, and is removed. */
    record GiveUp(SpoolFile file, String reason) implements SpoolStep {}
}
