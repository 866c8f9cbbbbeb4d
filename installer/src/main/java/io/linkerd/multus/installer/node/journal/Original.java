// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.installer.node.durable.Fingerprint;
import io.linkerd.multus.installer.node.durable.Ownership;

/** What somebody else had at a path, which is what removal gives back. */
public sealed interface Original {
    /** The path was free. */
    record Nothing() implements Original {}

    /** A file, whose bytes are kept beside the journal under their fingerprint. */
    record File(Fingerprint fingerprint, Ownership ownership) implements Original {}

    /** A symbolic link with this target. */
    record Link(String target) implements Original {}
}
