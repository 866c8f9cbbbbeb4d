// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Shop;
import io.linkerd.multus.localcluster.plan.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Where nobody restricts user ids, the attachment is all that is missing. */
@WithMesh(profile = Profile.PLAIN)
@Order(11)
class PlainIT {
    private static final String NAMESPACE = "meshed";
    private static final long LINKERDS_PROXY = 2102;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Mesh mesh;

    PlainIT(Mesh mesh) {
        this.mesh = mesh;
    }

    @Test
    void attachesPodsAndLeavesLinkerdsUserIdsAlone() throws Exception {
        mesh.namespace(NAMESPACE, Mesh.OPTED_IN);
        var client = mesh.deploy(NAMESPACE, "client", 1, Map.of()).getFirst();
        var web = mesh.deploy(NAMESPACE, "web", 1, Map.of()).getFirst();

        for (var pod : List.of(client, web)) {
            assertThat(pod.scc()).isEmpty();
            assertThat(pod.proxy()).hasValue(LINKERDS_PROXY);
            assertThat(pod.networks()).hasValue("linkerd-cni");
            assertThat(mesh.rules(pod).exempt(LINKERDS_PROXY))
                    .as("rules of %s: %s", pod, mesh.rules(pod))
                    .isTrue();
        }
        assertThat(Shop.request(mesh.cluster().kubectl(), client, web).countedByBoth())
                .isTrue();
    }

    @Test
    void putsThePluginWhereTheRuntimeLooksAndTakesItAwayAgain() throws Exception {
        assertThat(programs()).contains("linkerd-cni", "multus-shim");

        mesh.release().uninstall();

        assertThat(programs()).doesNotContain("linkerd-cni").contains("multus-shim");
    }

    private List<String> programs() throws Exception {
        var node = mesh.cluster().nodes().getFirst();
        return node.run(DEADLINE, List.of("ls", "/opt/cni/bin")).lines().toList();
    }
}
