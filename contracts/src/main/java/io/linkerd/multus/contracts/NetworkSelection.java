// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

/**
 * Reads and extends the annotation {@value Multus#NETWORKS}, in either of its forms and as Multus reads it: a value with one of
 * the characters {@code [}, <code>{</code>, {@code "} is JSON as a whole, any other is a list with commas.
 */
public final class NetworkSelection {

    private NetworkSelection() {}

    /**
     * Adds a network to a pod's annotation, once, as the last one and in the form that the user chose.
     *
     * @param annotationValue the annotation's value, empty where the pod has none
     * @param network the network that the pod needs
     * @param podNamespace the namespace of the pod, which networks without a namespace are in
     */
    public static NetworkSelectionChange attach(String annotationValue, NetworkReference network, String podNamespace) {
        return isJson(annotationValue)
                ? JsonNetworkList.attach(annotationValue, network, podNamespace)
                : CommaNetworkList.attach(annotationValue, network, podNamespace);
    }

    /**
     * Tells whether a pod with this annotation asks for the network. Where Multus would refuse the value as a whole, each entry
     * of a list with commas still counts by itself, so that nobody removes a network that a pod may be waiting for.
     */
    public static boolean refersTo(String annotationValue, String namespace, String name, String podNamespace) {
        return isJson(annotationValue)
                ? JsonNetworkList.refersTo(annotationValue, namespace, name, podNamespace)
                : CommaNetworkList.refersTo(annotationValue, namespace, name, podNamespace);
    }

    private static boolean isJson(String value) {
        return value.indexOf('[') >= 0 || value.indexOf('{') >= 0 || value.indexOf('"') >= 0;
    }
}
