// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

import java.util.Set;

/** Names of Multus' annotations and of its NetworkAttachmentDefinition. */
public final class Multus {

    /** Annotation of pods that lists the networks which Multus attaches beside the cluster's own. */
    public static final String NETWORKS = "k8s.v1.cni.cncf.io/networks";

    /** Annotation of pods by which Multus says what it attached, for plugins that made an interface. */
    public static final String NETWORK_STATUS = "k8s.v1.cni.cncf.io/network-status";

    /** API group of the NetworkAttachmentDefinition. */
    public static final String GROUP = "k8s.cni.cncf.io";

    /** Version of the NetworkAttachmentDefinition. */
    public static final String VERSION = "v1";

    /** Kind of the NetworkAttachmentDefinition. */
    public static final String KIND = "NetworkAttachmentDefinition";

    /** Resource name of the NetworkAttachmentDefinition. */
    public static final String PLURAL = "network-attachment-definitions";

    /** Name of the attachment that runs Linkerd's CNI plugin, in each namespace that opted in. */
    public static final String ATTACHMENT = "linkerd-cni";

    /** Types of CNI plugin that are Multus itself, by its thin plugin and by the shim of its daemon. */
    public static final Set<String> PLUGINS = Set.of("multus", "multus-shim");

    private Multus() {}
}
