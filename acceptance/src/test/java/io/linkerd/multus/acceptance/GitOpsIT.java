// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.ClusterObjects;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.processes.PodProcesses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The release in the hands of Argo CD, which takes nothing away that has an owner. */
@WithMesh(release = ReleaseState.NONE)
class GitOpsIT {
    private static final String MUTATING = "mutatingwebhookconfigurations";
    private static final List<String> CONFIGURATIONS = List.of(MUTATING, "validatingwebhookconfigurations");

    private final Mesh mesh;
    private final String namespace;
    private Optional<ArgoApplication> application = Optional.empty();

    GitOpsIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("by-argo");
    }

    /** A release of Helm takes over what is on the nodes, and takes it away. */
    @AfterEach
    void leaveNothing() throws Exception {
        if (application.isPresent()) {
            application.get().deleteWhatIsLeft();
        }
        mesh.release().install();
        mesh.release().uninstall();
    }

    /** The configuration stayed, with failurePolicy Fail and no server, and refused every meshed pod of the cluster. */
    @Test
    void afterTheApplicationIsDeletedNoPodIsRefused() throws Exception {
        deletes(ArgoApplication.byHelm4(mesh));
    }

    @Test
    @Nightly.Releases
    void afterTheApplicationOfAChartThatHelm3RendersIsDeletedNoPodIsRefused() throws Exception {
        deletes(ArgoApplication.byHelm3(mesh));
    }

    private void deletes(ArgoApplication deployed) throws Exception {
        application = Optional.of(deployed);
        deployed.sync();
        assertThat(owners()).isEmpty();
        mesh.namespace(namespace, Mesh.OPTED_IN);
        assertThat(mesh.redirects(mesh.deploy(namespace, "meshed", 1, Map.of()).getFirst()))
                .isTrue();

        assertThat(deployed.delete()).isEmpty();

        nothingRefuses();
    }

    /** What an earlier version, or Helm, made with an owner is put right, also where a replica is killed in the middle. */
    @Test
    @Nightly.Releases
    void afterTheWebhookIsSwitchedOffNoPodIsRefusedThoughHelmInstalledIt() throws Exception {
        mesh.release().install();
        mesh.untilHas("the namespace owns the configurations", this::owners, owners -> !owners.isEmpty());
        var deployed = ArgoApplication.byHelm4(mesh);
        application = Optional.of(deployed);

        killAReplica();
        deployed.sync();
        mesh.untilHas("nothing owns the configurations", this::owners, List::isEmpty);
        killAReplica();

        assertThat(deployed.pruneTheWebhook()).isEmpty();
        mesh.namespace(namespace, Mesh.OPTED_IN);
        nothingRefuses();
    }

    @Test
    @Nightly.Releases
    void anArgoCdThatTracksByLabelDeletesWhatTheValueLeavesWithoutAnOwner() throws Exception {
        mesh.release().install();
        mesh.untilHas("the namespace owns the configurations", this::owners, owners -> !owners.isEmpty());
        var deployed = ArgoApplication.byHelm4(mesh, "--set", "webhook.ownedByNamespace=false");
        application = Optional.of(deployed);

        deployed.syncByLabel();
        mesh.untilHas("nothing owns the configurations", this::owners, List::isEmpty);

        assertThat(deployed.delete()).isEmpty();
        mesh.namespace(namespace, Mesh.OPTED_IN);
        nothingRefuses();
    }

    /** Without an owner nothing but a replica that ends takes the configurations along. */
    @Test
    @Nightly.Releases
    void afterTheNamespaceIsDeletedNoPodIsRefusedThoughAReplicaIsKilledMeanwhile() throws Exception {
        var deployed = ArgoApplication.byHelm4(mesh);
        application = Optional.of(deployed);
        deployed.sync();
        assertThat(owners()).isEmpty();
        mesh.namespace(namespace, Mesh.OPTED_IN);

        mesh.kubectl("delete", "namespace", Release.NAME, "--wait=false");
        killAReplica();

        nothingRefuses();
        mesh.until(
                "the namespace is gone",
                () -> mesh.objects().find("namespace", "", Release.NAME).isEmpty());
    }

    private void nothingRefuses() throws Exception {
        mesh.untilHas("no configuration is left", this::configurations, List::isEmpty);
        mesh.letsInUnchanged(namespace, "unchanged");
    }

    /** Ends the JVM of one of the webhook's pods by kill -9, if one runs. */
    private void killAReplica() throws Exception {
        for (var pod : mesh.objects().labelled("pods", Release.NAME, "app.kubernetes.io/name=webhook")) {
            for (var process : PodProcesses.of(pod.at("/metadata/uid").asText(), Release.PACKAGE)) {
                if (ProcessHandle.of(process)
                        .filter(ProcessHandle::destroyForcibly)
                        .isPresent()) {
                    return;
                }
            }
        }
    }

    private List<String> configurations() throws Exception {
        var names = new ArrayList<String>();
        for (var kind : CONFIGURATIONS) {
            for (var object : mesh.objects().list(kind, ClusterObjects.EVERYWHERE)) {
                names.add(object.at("/metadata/name").asText());
            }
        }
        names.removeIf(name -> !name.contains(Release.NAME));
        return names;
    }

    /** Returns who owns our configurations. */
    private List<String> owners() throws Exception {
        var owners = new ArrayList<String>();
        for (var kind : CONFIGURATIONS) {
            for (var object : mesh.objects().list(kind, ClusterObjects.EVERYWHERE)) {
                if (object.at("/metadata/name").asText().contains(Release.NAME)) {
                    owners.addAll(object.at("/metadata/ownerReferences").findValuesAsText("kind"));
                }
            }
        }
        return owners;
    }
}
