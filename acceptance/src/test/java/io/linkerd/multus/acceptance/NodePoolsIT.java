// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.supervisor.RunningNode;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where pools of nodes differ, a second release brings an installer for the other pool, and nothing else. */
@WithMesh(release = ReleaseState.NONE)
class NodePoolsIT {

    private final Mesh mesh;
    private final String namespace;
    private final Release edge;

    NodePoolsIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("pools");
        this.edge = mesh.release().neighbour("linkerd-multus-edge");
    }

    @BeforeEach
    void installForTheFirstPool() throws Exception {
        mesh.kubectl("label", "node", main().name(), "pool=main");
        mesh.kubectl("label", "node", other().name(), "pool=edge");
        mesh.release().install("--set-string", "installer.nodeSelector.pool=main");
    }

    @AfterEach
    void remove() throws Exception {
        edge.uninstall();
        mesh.kubectl("label", "nodes", "--all", "pool-");
    }

    @Test
    void aReleaseForOnePoolLeavesTheOtherAlone() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);

        assertThat(isUntouched(other())).isTrue();
        assertThat(isUntouched(main())).isFalse();
    }

    @Test
    @Nightly.Nodes
    void aSecondReleaseServesTheOtherPoolAndLeavesTheFirstAlone() throws Exception {
        assertThat(isUntouched(other())).isTrue();
        edge.install(
                "--set",
                "controller.enabled=false",
                "--set",
                "webhook.enabled=false",
                "--set",
                "global.platform=openshift",
                "--set-string",
                "installer.nodeSelector.pool=edge");

        mesh.namespace(namespace, Mesh.OPTED_IN);
        for (var pod : mesh.deploy(namespace, "web", 4, Map.of())) {
            assertThat(mesh.redirects(pod)).as("rules of %s", pod).isTrue();
        }
        var both = CniFolders.of(mesh.cluster());
        edge.uninstall();

        assertThat(isUntouched(other())).isTrue();
        assertThat(CniFolders.of(mesh.cluster()).byNode().get(main().name()))
                .isEqualTo(both.byNode().get(main().name()));
    }

    private boolean isUntouched(RunningNode node) throws Exception {
        return Objects.equals(
                CniFolders.of(mesh.cluster()).byNode().get(node.name()),
                mesh.untouched().byNode().get(node.name()));
    }

    private RunningNode main() {
        return mesh.cluster().nodes().getFirst();
    }

    private RunningNode other() {
        return mesh.cluster().nodes().getLast();
    }
}
