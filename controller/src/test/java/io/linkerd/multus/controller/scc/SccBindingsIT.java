// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SccBindingsIT {
    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void bindsTheControlPlaneWhereThereAreSccs() {
        cluster.api()
                .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        cluster.start();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
        cluster.namespace("linkerd", "");
        await("binding")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.BINDING).isPresent());
        assertThat(cluster.api().get(FakeCluster.BINDING).orElseThrow().path("subjects"))
                .hasSize(4);
        var widened = cluster.api().get(FakeCluster.BINDING).orElseThrow();
        widened.withArray("subjects").remove(0);
        cluster.api().put(FakeCluster.BINDING, widened.toString());
        await("put right")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api()
                                .get(FakeCluster.BINDING)
                                .orElseThrow()
                                .path("subjects")
                                .size()
                        == 4);
    }

    @Test
    void makesNoBindingWhereThereAreNoSccs() {
        cluster.namespace("linkerd", "");
        cluster.configMap("2102");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("linkerd").equals("2102"));
        assertThat(cluster.api().get(FakeCluster.BINDING)).isEmpty();
    }
}
