// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Ownership;

/** Somebody else's network as it should be, with our plugin in it. */
public sealed interface DesiredNetwork {

    /** {@return the host path} */
    String path();

    /** {@return what is to be there} */
    Content content();

    /** {@return whose it is} */
    Ownership ownership();

    /**
     * Somebody else's list with our plugin in it.
     *
     * @param content made of the file's content, and good for nothing once that is another
     * @param pristine the same file without our plugin, which is what its owner gets back
     */
    record Edited(String path, Content.Edit content, Ownership ownership, Content.Text pristine)
            implements DesiredNetwork {}

    /**
     * A list in the place of somebody else's single network.
     *
     * @param single where what the list was made of lies, or a link to it; it is not to be there any more
     * @param made what the list was made of
     * @param pristine the same without our plugin, which is what its owner gets back
     */
    record Converted(String path, Content.Text content, String single, NetworkFile.Text made, Content.Text pristine)
            implements DesiredNetwork {
        @Override
        public Ownership ownership() {
            return made.ownership();
        }
    }
}
