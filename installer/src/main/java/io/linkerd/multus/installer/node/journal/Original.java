// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.service.files.ExtendedAttributes;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;

/** What somebody else had at a path, which is what removal gives back. */
public sealed interface Original {
    /** {@return what the file system has to remember of it again} */
    default ExtendedAttributes attributes() {
        return ExtendedAttributes.NONE;
    }

    /** The path was free. */
    record Nothing() implements Original {}

    /**
     * A file, whose bytes are kept beside the journal under their fingerprint.
     *
     * @param attributes not with the bytes, since two files may have the same ones, and whoever relabels the node's files relabels ours
     */
    record File(Fingerprint fingerprint, Ownership ownership, ExtendedAttributes attributes) implements Original {
        /** A file without extended attributes, or of which they are not known. */
        public File(Fingerprint fingerprint, Ownership ownership) {
            this(fingerprint, ownership, ExtendedAttributes.NONE);
        }

        /** {@return the same file with these} */
        public File with(ExtendedAttributes found) {
            return new File(fingerprint, ownership, found);
        }
    }

    /** A symbolic link with this target. */
    record Link(String target) implements Original {}
}
