// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

/** What was found where the journal should be. */
public sealed interface JournalReading {
    /** A journal of ours; an absent one is an empty one. */
    record Found(Journal journal) implements JournalReading {}

    /** Bytes that are no journal: a disk that lost them, or a person. */
    record Damaged(String reason) implements JournalReading {}

    /** A journal that must not be touched, because we would lose what it says, or cannot read it now. */
    record Unusable(String reason) implements JournalReading {}
}
