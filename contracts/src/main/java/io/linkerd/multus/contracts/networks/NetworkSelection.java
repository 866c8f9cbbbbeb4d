// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.names.Multus;
import java.util.stream.Stream;

/**
 * Reads and extends the annotation {@value Multus#NETWORKS}, in either of its forms and as Multus reads it: a value with one of
 * the characters {@code [}, <code>{</code>, {@code "} is JSON as a whole, any other is a list with commas.
 *
 * @see <a href="https://github.com/k8snetworkplumbingwg/multus-cni/blob/master/pkg/k8sclient/k8sclient.go">parsePodNetworkAnnotation</a>
 */
public final class NetworkSelection {
    /** All annotations of an object hold 256 KiB at most. */
    static final JsonLimits LIMITS =
            JsonLimits.ofLength(256 << 10).values(20_000).build();

    private NetworkSelection() {}

    /**
     * Adds a network to a pod's annotation, once, as the last one and in the form that the user chose. What the user wrote stays
     * byte for byte, but for empty items of a list with commas, which are dropped because Multus would fail the pod over them.
     *
     * @param annotationValue the annotation's value, empty where the pod has none
     * @param network the network that the pod needs; whether it is there already depends on its name and namespace alone
     * @param podNamespace the namespace of the pod, which networks without a namespace are in
     */
    public static NetworkSelectionChange attach(String annotationValue, NetworkReference network, String podNamespace) {
        if (annotationValue.length() > LIMITS.length()) {
            return new NetworkSelectionChange.Unreadable(
                    "longer than the " + LIMITS.length() + " bytes that Kubernetes allows");
        }
        return isJson(annotationValue)
                ? JsonNetworkList.attach(annotationValue, network, podNamespace)
                : CommaNetworkList.attach(annotationValue, network, podNamespace);
    }

    /**
     * {@return whether a pod with this annotation asks for the network} Where Multus would refuse the value as a whole, each readable
     * entry still counts, so that nobody removes a network that a pod may be waiting for.
     */
    public static boolean refersTo(String annotationValue, String namespace, String name, String podNamespace) {
        return namespaces(annotationValue, name, podNamespace).anyMatch(namespace::equals);
    }

    /** {@return the namespaces of the networks of this name that a pod with this annotation asks for} As {@link #refersTo} has it. */
    public static Stream<String> namespaces(String annotationValue, String name, String podNamespace) {
        return isJson(annotationValue)
                ? JsonNetworkList.namespaces(annotationValue, name, podNamespace)
                : CommaNetworkList.namespaces(annotationValue, name, podNamespace);
    }

    /**
     * {@return whether a pod with this annotation may ask for a network of this name, in whatever namespace} So it may where Multus would
     * refuse the value as a whole: somebody else may read it otherwise.
     */
    public static boolean mayName(String annotationValue, String name) {
        return annotationValue.length() > LIMITS.length()
                || (isJson(annotationValue)
                        ? JsonNetworkList.mayName(annotationValue, name)
                        : CommaNetworkList.mayName(annotationValue, name));
    }

    private static boolean isJson(String value) {
        return value.indexOf('[') >= 0 || value.indexOf('{') >= 0 || value.indexOf('"') >= 0;
    }
}
