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

    @Override
    public String toString() {
        return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
