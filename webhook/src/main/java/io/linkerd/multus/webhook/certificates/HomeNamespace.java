// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.util.Optional;

/**
 * The namespace that we are in. It owns the configurations that have us called: whoever deletes it takes away who answers, and a
 * configuration without anybody who answers would refuse every meshed pod of the cluster.
 */
record HomeNamespace(String name, CoreV1Api namespaces) {
    static HomeNamespace of(String name, ApiClient client) {
        return new HomeNamespace(name, new CoreV1Api(client));
    }

    /**
     * {@return it as an owner; empty where it is gone already}
     *
     * @throws CertificateStore.StoreUnavailable where the API server does not say
     */
    Optional<ObjectOwner> owner() {
        return KubernetesCertificateStore.found(
                        "read the namespace " + name,
                        () -> namespaces.readNamespace(name).buildCall(null),
                        ObjectReader::uid)
                .map(uid -> ObjectOwner.namespace(name, uid));
    }
}
