// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;

/** What was found under a name that a container runtime would load. */
public sealed interface NetworkFile {

    /** {@return the host path; where a link leads, if it was one} */
    String path();

    /**
     * A text, whatever it says.
     *
     * @param fingerprint of the bytes that the text was read from
     */
    record Text(String path, String text, Fingerprint fingerprint, Ownership ownership) implements NetworkFile {
        @Override
        public String toString() {
            return "Text[" + path + ", " + fingerprint + "]";
        }
    }

    /** A directory; runtimes pass over it. */
    record Directory(String path) implements NetworkFile {}

    /** A socket, a link that leads nowhere, or something that could not be read; the reason follows the path in a sentence. */
    record Unreadable(String path, String reason) implements NetworkFile {}
}
