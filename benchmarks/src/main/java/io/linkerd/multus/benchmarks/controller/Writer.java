// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.images.training.RenderedChart;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import io.linkerd.multus.localcluster.pki.MutualTls;
import java.io.IOException;

/**
 * Makes the controller's writes, and need not find out which. To the API server it is the controller's account, by a certificate in
 * place of a token; what it writes differs in that no version of the object is asked for.
 *
 * @param owner the reference to it, as JSON
 */
record Writer(PlainApiClient api, String owner) implements AutoCloseable {
    private static final String NAMESPACE = RenderedChart.RELEASE;
    private static final String ACCOUNT =
            "system:serviceaccount:" + NAMESPACE + ":" + RenderedChart.RELEASE + "-controller";
    private static final String GROUP = "system:serviceaccounts";
    private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles/";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** {@return one that writes to the cluster of {@code ground}, which is the controller's} */
    static Writer of(TrainingGround ground) throws IOException {
        var name = ground.setting("LINKERD_MULTUS_OWNER");
        var role = JSON.readTree(ground.admin().get(ROLES + name).orThrow());
        var owner = JSON.createObjectNode()
                .put("apiVersion", "rbac.authorization.k8s.io/v1")
                .put("kind", "ClusterRole")
                .put("name", name)
                .put("uid", role.at("/metadata/uid").asText());
        var authority = ground.cluster().server().authority();
        var client = authority.issueClient(ACCOUNT, GROUP, GROUP + ":" + NAMESPACE);
        var api = new PlainApiClient(ground.apiServer(), MutualTls.of(authority.certificate(), client));
        return new Writer(api, owner.toString());
    }

    /** Applies the attachment of {@code namespace}. */
    void attach(String namespace, String config) throws IOException {
        api.apply(Attachments.path(namespace), """
                        {"apiVersion":"k8s.cni.cncf.io/v1","kind":"NetworkAttachmentDefinition","metadata":{"name":"linkerd-cni",
                        "namespace":"%s","labels":{"app.kubernetes.io/managed-by":"linkerd-multus"},
                        "ownerReferences":[%s]},"spec":{"config":%s}}
                        """.formatted(namespace, owner, JSON.writeValueAsString(config)))
                .orThrow();
    }

    @Override
    public void close() {
        api.close();
    }
}
