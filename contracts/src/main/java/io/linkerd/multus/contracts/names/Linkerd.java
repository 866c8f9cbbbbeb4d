// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Names and defaults that Linkerd's own charts, injector and CNI plugin use. */
public final class Linkerd {

    /** Annotation of namespaces and pods that opts in to the attachment of Linkerd's CNI plugin. */
    public static final String MULTUS = "linkerd.io/multus";

    /** The only value of {@link #MULTUS} that opts in. */
    public static final String ENABLED = "enabled";

    /** The value of {@link #MULTUS} that keeps linkerd-multus away. */
    public static final String DISABLED = "disabled";

    /** Deployment of the control plane with its policy controller, and the service account of its pods. */
    public static final String DESTINATION = "linkerd-destination";

    /** Lease by which the policy controller elects who writes. */
    public static final String POLICY_LEASE = "policy-controller-write";

    /** Annotation with the proxy's user id; read by the injector and, pod before namespace, by the CNI plugin. */
    public static final String PROXY_UID = "config.linkerd.io/proxy-uid";

    /** Annotation with a group that the CNI plugin exempts beside the proxy's user id. */
    public static final String PROXY_GID = "config.linkerd.io/proxy-gid";

    /** Label of the pods and objects of Linkerd's control plane. */
    public static final String CONTROL_PLANE_COMPONENT = "linkerd.io/control-plane-component";

    /** A pod with such a label is not sent to the injector, by the selector of its webhook (Linkerd's chart, 2.20). */
    public static final List<String> NOT_SENT_LABELS = List.of(CONTROL_PLANE_COMPONENT, "linkerd.io/cni-resource");

    /** No pod of such a namespace is sent to the injector, by the selector of its webhook. */
    public static final Set<String> NOT_SENT_NAMESPACES = Set.of("kube-system", "cert-manager");

    /** With a container of such a name a pod has a mesh already, and the injector leaves it as it is. */
    public static final Set<String> MESHES = Set.of("linkerd-proxy", "linkerd-init", "istio-proxy", "istio-init");

    /** So begin the images of such containers (linkerd2, {@code pkg/healthcheck/sidecar.go}). */
    private static final List<String> MESH_IMAGES = List.of(
            "cr.l5d.io/linkerd/proxy:",
            "cr.l5d.io/linkerd/proxy-init:",
            "gcr.io/linkerd-io/proxy:",
            "gcr.io/linkerd-io/proxy-init:",
            "gcr.io/istio-release/proxyv2:",
            "gcr.io/istio-release/proxy_init:",
            "docker.io/istio/proxyv2:",
            "docker.io/istio/proxy_init:");

    /** Label of the namespaces of Linkerd's extensions. */
    public static final String EXTENSION = "linkerd.io/extension";

    /** Annotation of the pods that the injector meshed: which program did, and its version. */
    public static final String CREATED_BY = "linkerd.io/created-by";

    /** Annotation of the pods that the injector meshed: the proxy's version. */
    public static final String PROXY_VERSION = "linkerd.io/proxy-version";

    /** Annotation of pods and namespaces: whether the injector meshes them. */
    public static final String INJECT = "linkerd.io/inject";

    /** Annotation of pods and namespaces: the version of the proxy, whatever Linkerd's values say. */
    public static final String ASKED_VERSION = "config.linkerd.io/proxy-version";

    /** Container or init container that carries a pod's traffic. */
    public static final String PROXY = "linkerd-proxy";

    /** Init container that lets a pod start only where its traffic is redirected. */
    public static final String NETWORK_VALIDATOR = "linkerd-network-validator";

    /** Label that Linkerd's injector puts on the pods that it meshed; its value is the control plane's namespace. */
    public static final String CONTROL_PLANE_NAMESPACE = "linkerd.io/control-plane-ns";

    /** Init container that redirects a pod's traffic itself, where no CNI plugin does. */
    public static final String INIT = "linkerd-init";

    /** How {@link #NETWORK_VALIDATOR} exits where nothing redirects the pod's traffic. */
    public static final int NOT_REDIRECTED = 95;

    /** User id of the proxy where nobody chose another. */
    public static final long DEFAULT_PROXY_UID = 2102;

    /** User id of the network validator where nobody chose another. */
    public static final long DEFAULT_VALIDATOR_UID = 65534;

    /** Key of Linkerd's ConfigMap that holds the configuration of its CNI plugin as JSON text. */
    public static final String CNI_CONFIG_KEY = "cni_network_config";

    /** Type, binary and network name of Linkerd's CNI plugin. */
    public static final String PLUGIN = "linkerd-cni";

    /** The context that the plugin selects in its kubeconfig. */
    public static final String KUBECONFIG_CONTEXT = "linkerd-cni-context";

    /** Variable of an installer of the plugin: the folder of its kubeconfig on the node. */
    public static final String NET_DIRECTORY_VARIABLE = "DEST_CNI_NET_DIR";

    /** Variable of an installer of the plugin: the name of its kubeconfig in that folder. */
    public static final String KUBECONFIG_NAME_VARIABLE = "KUBECONFIG_FILE_NAME";

    /** Of Linkerd's configuration and of its extensions, such as {@code viz.linkerd.io/disable-tap}. Ours are none of them. */
    private static final Pattern INJECTORS_WORD = Pattern.compile("(?!multus\\.)[-a-z0-9.]{1,63}\\.linkerd\\.io/.*");

    private Linkerd() {}

    /** {@return whether a container of that name or image is of a mesh, so that the injector leaves its pod as it is} */
    public static boolean isOfMesh(String name, String image) {
        return MESHES.contains(name) || MESH_IMAGES.stream().anyMatch(image::startsWith);
    }

    /** {@return whether an annotation of that name says to Linkerd's injector, or to that of an extension, what to do about a pod} */
    public static boolean isInjectorsWord(String annotation) {
        return annotation.equals(INJECT) || INJECTORS_WORD.matcher(annotation).matches();
    }
}
