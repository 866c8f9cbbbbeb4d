// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.contracts.json.JsonWriter;

/** An object of the whole cluster with which others go. */
record ObjectOwner(String apiVersion, String kind, String name, String uid) {
    static ObjectOwner clusterRole(String name, String uid) {
        return new ObjectOwner("rbac.authorization.k8s.io/v1", "ClusterRole", name, uid);
    }

    static ObjectOwner namespace(String name, String uid) {
        return new ObjectOwner("v1", "Namespace", name, uid);
    }

    /** Writes it as one of the owners in an object's metadata. */
    void write(JsonWriter json) {
        json.object();
        json.text("apiVersion", apiVersion);
        json.text("kind", kind);
        json.text("name", name);
        json.text("uid", uid);
        json.end();
    }
}
