// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Footprint;
import io.linkerd.multus.acceptance.mesh.Restart;
import io.linkerd.multus.images.Service;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What our pods cost, within generous bounds; the figures themselves are in docs/performance.md. */
@WithMesh
@Isolated("it measures time")
class RestartIT {
    private static final long KIBIBYTES = 1024;

    private final Mesh mesh;

    RestartIT(Mesh mesh) {
        this.mesh = mesh;
    }

    @Test
    void memoryStaysWithinItsBudget() throws Exception {
        var footprints = Footprint.of(mesh.objects());
        assertThat(footprints).extracting(Footprint::service).contains("installer", "controller", "webhook");
        for (var footprint : footprints) {
            if (footprint.service().equals("installer")) {
                assertThat(footprint.memory().privateKibibytes())
                        .as("%s", footprint)
                        .isLessThanOrEqualTo(64 * KIBIBYTES);
            } else {
                assertThat(footprint.memory().totalKibibytes())
                        .as("%s", footprint)
                        .isLessThanOrEqualTo(200 * KIBIBYTES);
            }
        }
    }

    @Test
    void aRestartedPodIsReadySoon() throws Exception {
        var restart = new Restart(mesh.cluster().kubectl());
        for (var service : Service.byDefault()) {
            assertThat(restart.of(service)).as(service.module()).isLessThan(Duration.ofSeconds(30));
        }
    }
}
