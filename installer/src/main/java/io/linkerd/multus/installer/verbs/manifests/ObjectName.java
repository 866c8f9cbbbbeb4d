// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

/**
 * Which object of the cluster.
 *
 * @param namespace empty where the manifest has none, which is right for objects of the cluster
 */
public record ObjectName(String apiVersion, String kind, String namespace, String name) {

    /** {@return where its API begins} */
    String root() {
        return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
    }

    /**
     * What it is one of, whatever version of it a manifest speaks of.
     *
     * @param namespace said, or that of the pod where a manifest has none
     */
    record Identity(String group, String kind, String namespace, String name) {}

    /** {@return which one it is for a pod in this namespace} */
    Identity identity(String own) {
        int slash = apiVersion.indexOf('/');
        return new Identity(
                apiVersion.substring(0, Math.max(slash, 0)), kind, namespace.isEmpty() ? own : namespace, name);
    }

    @Override
    public String toString() {
        return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
