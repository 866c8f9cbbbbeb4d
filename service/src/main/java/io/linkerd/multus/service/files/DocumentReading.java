// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

/** What was found where a document should be. */
public sealed interface DocumentReading<T> {
    /** A document of ours; an absent one is an empty one. */
    record Found<T>(T content) implements DocumentReading<T> {}

    /** Bytes that are none: a disk that lost them, or a person. */
    record Damaged<T>(String reason) implements DocumentReading<T> {}

    /** A document that must not be touched, because we would lose what it says, or cannot read it now. */
    record Unusable<T>(String reason) implements DocumentReading<T> {}
}
