// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

/** What was found in a file of the spool. */
sealed interface SpoolReading {

    /** A DEL. */
    record Found(SpooledDelete delete) implements SpoolReading {}

    /** The file is no more, or another one is in its place. */
    record Gone() implements SpoolReading {}

    /** It is no DEL, and never will be. */
    record Unfit(String reason) implements SpoolReading {}

    /** It cannot be read now. */
    record Unreadable(String reason) implements SpoolReading {}
}
