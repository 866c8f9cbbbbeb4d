// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;

/** What was found at a path. */
sealed interface FileState {
    /** Nothing. */
    record Absent() implements FileState {}

    /**
     * A regular file.
     *
     * @param program it is something that a runtime could execute, whole as far as can be seen, on this node or another
     */
    record Regular(Fingerprint fingerprint, Ownership ownership, boolean program) implements FileState {}

    /** A symbolic link. */
    record Link(String target) implements FileState {}

    /** A directory, a socket, or something that could not be read; never touched. */
    record Unusable(String reason) implements FileState {}
}
