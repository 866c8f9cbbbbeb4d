// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.localcluster.processes.PodProcesses;
import java.util.List;

/** The controller that leads: the only one of the release. */
final class Leader {
    private Leader() {}

    /** Ends it at once, as {@code kill -9} does, once it runs; kubelet starts it again. */
    static void kill(Mesh mesh) {
        List<ProcessHandle> leader =
                mesh.untilHas("a controller runs", () -> controllers(mesh), found -> !found.isEmpty());
        assertThat(leader).hasSize(1).allMatch(ProcessHandle::destroyForcibly);
    }

    private static List<ProcessHandle> controllers(Mesh mesh) throws Exception {
        var pod = mesh.objects()
                .labelled("pods", Release.NAME, "app.kubernetes.io/name=controller")
                .getFirst();
        return PodProcesses.of(pod.at("/metadata/uid").asText(), Release.PACKAGE).stream()
                .flatMap(process -> ProcessHandle.of(process).stream())
                .toList();
    }
}
