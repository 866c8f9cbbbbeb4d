// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.Release;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** While parts of ours are replaced, meshed pods are made as ever. */
@WithMesh(cluster = 2)
class RolloutIT {

    private final Mesh mesh;
    private final String namespace;

    RolloutIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("rollout");
    }

    @BeforeEach
    void optIn() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
    }

    @Test
    void anUpgradeRefusesNoPodAndStartsNoneWithoutRules() throws Exception {
        createPodsDuring(() -> mesh.release()
                .install(
                        "--set",
                        "installer.podAnnotations.upgraded=yes",
                        "--set",
                        "webhook.podAnnotations.upgraded=yes",
                        "--set",
                        "controller.podAnnotations.upgraded=yes"));
    }

    @Test
    void aRolloutOfEveryWorkloadRefusesNoPodAndStartsNoneWithoutRules() throws Exception {
        createPodsDuring(() -> {
            for (var workload : Release.workloads()) {
                mesh.kubectl("rollout", "restart", workload, "--namespace", Release.NAME);
            }
            for (var workload : Release.workloads()) {
                mesh.kubectl("rollout", "status", workload, "--namespace", Release.NAME, "--timeout=3m");
            }
        });
    }

    private void createPodsDuring(Meanwhile.Change change) throws Exception {
        Meanwhile.during(change, turn -> {
            var name = "pod-" + turn;
            mesh.apply(Applications.pod(namespace, name)); // a refusal is an error here
            for (var pod : mesh.ready(namespace, "pod", 1)) {
                assertThat(mesh.redirects(pod)).as("rules of %s", pod).isTrue();
            }
            assertThat(mesh.failedContainers(namespace))
                    .as("containers that failed before they ran")
                    .isEmpty();
            mesh.kubectl("delete", "pod", name, "--namespace", namespace, "--timeout=2m");
        });
    }
}
