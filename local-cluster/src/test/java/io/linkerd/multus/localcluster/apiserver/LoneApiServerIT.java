// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.pki.Kubeconfig;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoneApiServerIT {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

    private LoneApiServer server;

    @BeforeAll
    void start() throws Exception {
        server = new LoneApiServer(LocalClusterExtension.kubernetes());
    }

    @AfterAll
    void stop() throws IOException {
        server.close();
    }

    @Test
    void keepsWhatIsAppliedAndMerged() throws IOException {
        var admin = server.admin();

        admin.apply(CONFIG_MAPS + "/words", """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata: {name: words}
                        data: {a: one}
                        """).orThrow();
        admin.merge(CONFIG_MAPS + "/words", "{\"data\":{\"b\":\"two\"}}").orThrow();

        assertThat(admin.get(CONFIG_MAPS + "/words").orThrow()).contains("\"a\":\"one\"", "\"b\":\"two\"");
        assertThat(admin.delete(CONFIG_MAPS + "/words").status()).isEqualTo(200);
        assertThat(admin.get(CONFIG_MAPS + "/words").status()).isEqualTo(404);
    }

    @Test
    void servesCustomResourcesAfterTheirDefinition() throws IOException {
        var admin = server.admin();
        admin.apply("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/words.example.com", """
                        apiVersion: apiextensions.k8s.io/v1
                        kind: CustomResourceDefinition
                        metadata: {name: words.example.com}
                        spec:
                          group: example.com
                          scope: Cluster
                          names: {plural: words, kind: Word}
                          versions:
                          - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
                        """)
                .orThrow();

        server.admin().awaitServed("/apis/example.com/v1/words");

        assertThat(admin.get("/apis/example.com/v1/words").orThrow()).contains("\"kind\":\"WordList\"");
    }

    @Test
    void knowsUsersByTheirCertificates() throws IOException {
        var user = server.authority().issueClient("nobody-in-particular");
        var kubeconfig = new Kubeconfig("shop", server.uri(), server.authority().certificate(), user);
        try (var client = PlainApiClient.of(kubeconfig)) {
            var refused = client.get(CONFIG_MAPS);

            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).contains("nobody-in-particular");
        }
    }

    @Test
    void mintsTokensForServiceAccounts() throws IOException {
        server.admin().create("/api/v1/namespaces/default/serviceaccounts", """
                        {"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"robot"}}""").orThrow();

        assertThat(server.admin().token("default", "robot").split("\\.", -1)).hasSize(3);
    }
}
