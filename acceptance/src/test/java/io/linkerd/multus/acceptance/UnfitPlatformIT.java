// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.localcluster.plan.Profile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A release whose platform is not the node's. The installer gives the API server two seconds to say what the node runs, and then goes by
 * what lies on the node: so nothing else is at work here meanwhile.
 */
@WithMesh(profile = Profile.PLAIN, release = ReleaseState.NONE)
@Isolated("the API server has to answer in time")
class UnfitPlatformIT {
    private final Mesh mesh;

    UnfitPlatformIT(Mesh mesh) {
        this.mesh = mesh;
    }

    /** Its plugins lie in a folder that the release has not mounted, since the cluster's API did not tell of it. */
    @Test
    void aNodeOfAnotherPlatformIsToldWhatToSetAndIsLeftAlone() throws Exception {
        mesh.kubectl("label", "nodes", "--all", "cloud.google.com/gke-nodepool=pool");
        try {
            mesh.release().begin();

            mesh.untilHas(
                    "an Event of the node says what to set",
                    () -> mesh.events("default", "PlatformUnfit"),
                    told -> told.stream().anyMatch(note -> note.contains("global.platform=gke")));
            mesh.untilHas(
                    "the installer is not ready, and says why",
                    () -> mesh.probe("/readyz", Release.NAME, "installer"),
                    answers -> answers.stream()
                            .allMatch(answer -> answer.contains(" 503 ") && answer.contains("global.platform=gke")));
            assertThat(CniFolders.of(mesh.cluster()).byNode())
                    .isEqualTo(mesh.untouched().byNode());
        } finally {
            mesh.kubectl("label", "nodes", "--all", "cloud.google.com/gke-nodepool-");
            mesh.release().uninstall();
        }
    }
}
