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

    /**
     * {@return what becomes of a pod's annotation} One that refers to the attachment as the other scope has it is left so, since that one
     * stays while pods refer to it, and both would run the plugin twice: a pod is reviewed more than once, by replicas that were told
     * different scopes while the scope changes.
     *
     * @param networks the annotation {@value Multus#NETWORKS}
     */
    public NetworkSelectionChange attach(String networks, String podNamespace) {
        var change = NetworkSelection.attach(networks, reference(shared), podNamespace);
        return change instanceof NetworkSelectionChange.Attached && refersTo(networks, !shared, podNamespace)
                ? NetworkSelection.attach(networks, reference(!shared), podNamespace)
                : change;
    }

    private boolean refersTo(String networks, boolean toShared, String podNamespace) {
        return NetworkSelection.refersTo(
                networks, toShared ? namespace : podNamespace, Multus.ATTACHMENT, podNamespace);
    }

    private NetworkReference reference(boolean toShared) {
        return new NetworkReference(
                toShared ? Optional.of(namespace) : Optional.empty(), Multus.ATTACHMENT, Optional.empty());
    }
}
