// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.util.Optional;

/**
 * Where the attachments are to which pods refer. The service that keeps them and the one that attaches pods are told the same.
 *
 * @param shared whether one serves the pods of all namespaces; else each has its own
 * @param namespace of the shared one, also where there is none, or none any more
 */
public record AttachmentScope(boolean shared, String namespace) {
    /** The namespace that every pod may refer to where Multus isolates namespaces, unless it was told others. */
    public static final String OPEN = "default";

    /** Each namespace has its own. */
    public static final AttachmentScope PER_NAMESPACE = new AttachmentScope(false, OPEN);

    /** Refuses what no namespace can be called. */
    public AttachmentScope {
        if (!ObjectNames.isLabel(namespace)) {
            throw new IllegalArgumentException("not a valid name of a namespace: " + GoText.quote(namespace));
        }
    }

    /** {@return the namespace of the attachment that serves the pods of a namespace} */
    public String placeFor(String podNamespace) {
        return shared ? namespace : podNamespace;
    }

    /** {@return how pods refer to the attachment} */
    public NetworkReference reference() {
        return new NetworkReference(
                shared ? Optional.of(namespace) : Optional.empty(), Multus.ATTACHMENT, Optional.empty());
    }
}
