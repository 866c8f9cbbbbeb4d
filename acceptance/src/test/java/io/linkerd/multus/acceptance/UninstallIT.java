// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.ClusterObjects;
import io.linkerd.multus.acceptance.mesh.Release;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** After an uninstall the cluster is as if there had been no installation. */
@WithMesh
class UninstallIT {
    private final Mesh mesh;
    private final String namespace;

    UninstallIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("uninstalled");
    }

    @Test
    void leavesEveryNodeAndTheClusterAsTheyWere() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.deploy(namespace, "web", 2, Map.of());
        assertThat(CniFolders.of(mesh.cluster())).as("while installed").isNotEqualTo(mesh.untouched());

        try (var deletions = mesh.deletions()) {
            mesh.release().uninstall();
            assertThat(mesh.removesTheWebhookFirst(deletions)).isTrue();
        }

        assertThat(CniFolders.of(mesh.cluster()).byNode())
                .isEqualTo(mesh.untouched().byNode());
        mesh.untilHas("nothing of ours is left", () -> Leftovers.of(mesh), List::isEmpty);
        mesh.kubectl("delete", "deployment", "web", "--namespace", namespace);
        mesh.until(
                "pods that were meshed before are gone",
                () -> mesh.objects().pods(namespace, "app=web").isEmpty());
        mesh.kubectl("annotate", "namespace", namespace, "linkerd.io/inject-");
        mesh.apply(Applications.pod(namespace, "unmeshed"));
        assertThat(mesh.ready(namespace, "unmeshed", 1).getFirst().meshed()).isFalse();
    }

    /**
     * It used to leave the webhook's configurations behind, which refused every meshed pod of the cluster from then on, and the plugin with a
     * token of an account that is gone on every node: the pods of a namespace are deleted while its DaemonSets still stand.
     */
    @Test
    void whoeverDeletesTheNamespaceBlocksNobodysPods() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        assertThat(CniFolders.of(mesh.cluster())).as("while installed").isNotEqualTo(mesh.untouched());

        String said;
        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            var logs = readers.submit(this::installersSay);
            mesh.kubectl("delete", "namespace", "linkerd-multus");
            said = logs.get();
        }

        assertThat(CniFolders.of(mesh.cluster()).byNode())
                .as("the installers said: %s", said)
                .isEqualTo(mesh.untouched().byNode());
        mesh.untilHas("the configurations have gone with it", this::configurations, List::isEmpty);
        mesh.letsInUnchanged(namespace, "web");
        // So that Helm knows again of what has no namespace.
        mesh.release().install();
        mesh.release().uninstall();
        mesh.untilHas("nothing of ours is left", () -> Leftovers.of(mesh), List::isEmpty);
    }

    /** Their pods, and with them their logs, are gone after the deletion. */
    private String installersSay() throws Exception {
        var pods = "app.kubernetes.io/name=installer";
        var logs = mesh.cluster()
                .kubectl()
                .attempt("", "logs", "--follow", "--prefix", "--tail=20", "--namespace", Release.NAME, "-l", pods);
        return logs.output();
    }

    private List<String> configurations() throws Exception {
        var names = new ArrayList<String>();
        for (var kind : List.of("mutatingwebhookconfigurations", "validatingwebhookconfigurations")) {
            for (var object : mesh.objects().list(kind, ClusterObjects.EVERYWHERE)) {
                names.add(object.at("/metadata/name").asText());
            }
        }
        names.removeIf(name -> !name.contains("linkerd-multus"));
        return names;
    }
}
