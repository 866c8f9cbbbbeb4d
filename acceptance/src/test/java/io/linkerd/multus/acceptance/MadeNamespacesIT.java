// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.acceptance.mesh.ClusterObjects;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** On an API server without a namespace controller, so that a namespace goes when the test says so. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MadeNamespacesIT {
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
    void oneThatStaysFailsTheRunAndNamesItsTest() throws Exception {
        var namespaces = namespaces(Duration.ofSeconds(2));
        var stays = made(namespaces);
        namespaces.delete("UninstallIT.leavesNothing()");
        namespaces.delete("RolloutIT.everyPodComesUp()");

        assertThatThrownBy(namespaces::awaitGone)
                .hasMessageContaining("namespace " + stays + ", made by UninstallIT.leavesNothing()");
    }

    @Test
    void allThatAreGoneAreForgotten() throws Exception {
        var namespaces = namespaces(Duration.ofSeconds(30));
        var first = made(namespaces);
        var second = made(namespaces);
        assertThat(first).isNotEqualTo(second);

        namespaces.delete("one()");
        for (var name : new String[] {first, second}) {
            server.admin()
                    .replace("/api/v1/namespaces/" + name + "/finalize", """
                    {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}, "spec": {"finalizers": []}}
                    """.formatted(name))
                    .orThrow();
        }

        namespaces.awaitGone();
    }

    private MadeNamespaces namespaces(Duration deadline) throws IOException {
        return new MadeNamespaces(server.kubectl(), new ClusterObjects(server.kubectl()), deadline);
    }

    private String made(MadeNamespaces namespaces) throws IOException {
        var name = namespaces.unique("made");
        namespaces.made(name);
        server.admin().create("/api/v1/namespaces", """
                        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}}
                        """.formatted(name)).orThrow();
        return name;
    }
}
