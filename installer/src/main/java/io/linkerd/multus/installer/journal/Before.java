// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.journal;

import io.linkerd.multus.installer.durable.Fingerprint;
import io.linkerd.multus.installer.durable.Ownership;

/** What somebody else had at a path, which is what removal gives back. */
public sealed interface Before {
    /** The path was free. */
    record Nothing() implements Before {}

    /** A file, whose bytes are kept beside the journal under their fingerprint. */
    record File(Fingerprint fingerprint, Ownership ownership) implements Before {}

    /** A symbolic link with this target. */
    record Link(String target) implements Before {}
}
