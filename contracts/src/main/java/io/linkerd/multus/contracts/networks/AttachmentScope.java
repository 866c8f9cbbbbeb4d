// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.util.Optional;

/**
 * Where the attachments are to which pods refer. The service that keeps them and the one that attaches pods are told the same.
 *
 * @param kind whether there are any, and how many
 * @param namespace of the shared one, also where there is none, or none any more
 */
public record AttachmentScope(Kind kind, String namespace) {
    /** Whether there are attachments, and how many. */
    public enum Kind {
        /** Each namespace that takes part has its own. */
        PER_NAMESPACE,
        /** One serves the pods of all namespaces. */
        SHARED,
        /** None: the container runtime calls the plugin for every pod, and no pod refers to an attachment. */
        NONE
    }

    /** The namespace that every pod may refer to where Multus isolates namespaces, unless it was told others. */
    public static final String OPEN = "default";

    /** Each namespace has its own. */
    public static final AttachmentScope PER_NAMESPACE = new AttachmentScope(Kind.PER_NAMESPACE, OPEN);

    /** There are none. */
    public static final AttachmentScope NONE = new AttachmentScope(Kind.NONE, OPEN);

    /** Refuses what no namespace can be called. */
    public AttachmentScope {
        if (!ObjectNames.isLabel(namespace)) {
            throw new IllegalArgumentException("not a valid name of a namespace: " + GoText.quote(namespace));
        }
    }

    /** One for all where {@code shared}, else one in each namespace. */
    public AttachmentScope(boolean shared, String namespace) {
        this(shared ? Kind.SHARED : Kind.PER_NAMESPACE, namespace);
    }

    /** {@return whether one serves the pods of all namespaces} */
    public boolean shared() {
        return kind == Kind.SHARED;
    }

    /** {@return whether pods refer to an attachment at all} */
    public boolean attaches() {
        return kind != Kind.NONE;
    }

    /** {@return whether all namespaces share what that one has} */
    public boolean isHome(String name) {
        return shared() && namespace.equals(name);
    }

    /** {@return the namespace of the attachment that serves the pods of a namespace} */
    public String placeFor(String podNamespace) {
        return shared() ? namespace : podNamespace;
    }

    /**
     * {@return what becomes of a pod's annotation} One that refers to the attachment as the other scope has it is left so, since that one
     * stays while pods refer to it, and both would run the plugin twice: a pod is reviewed more than once, by replicas that were told
     * different scopes while the scope changes.
     *
     * @param networks the annotation {@value Multus#NETWORKS}
     */
    public NetworkSelectionChange attach(String networks, String podNamespace) {
        if (!attaches()) {
            return new NetworkSelectionChange.NotNeeded();
        }
        var change = NetworkSelection.attach(networks, reference(shared()), podNamespace);
        return change instanceof NetworkSelectionChange.Attached && refersTo(networks, !shared(), podNamespace)
                ? NetworkSelection.attach(networks, reference(!shared()), podNamespace)
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
