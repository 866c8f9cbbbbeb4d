// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.processes.PodProcesses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Whatever of ours is killed, and whenever: the cluster settles by itself. */
@WithMesh
class KillIT {
    /** Containers that were killed often wait before they are started again; pods of a new rollout do not. */
    private static final int KILLS_A_ROLLOUT = 5;

    private final Mesh mesh;
    private final String namespace;

    KillIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("killed");
    }

    @Test
    void settlesAfterTwoKillsOfEachWorkloadInTheMiddleOfARollout() throws Exception {
        settles(2);
    }

    @Test
    @Nightly.Load
    void settlesAfterTwentyKillsOfEachWorkloadInTheMiddleOfRollouts() throws Exception {
        settles(20);
    }

    private void settles(int kills) throws Exception {
        try (var workloads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var settled : workloads.invokeAll(Release.workloads().stream()
                    .map(workload -> killing(workload, kills))
                    .toList())) {
                settled.get();
            }
        }

        mesh.namespace(namespace, Mesh.OPTED_IN);
        for (var pod : mesh.deploy(namespace, "web", 2, Map.of())) {
            assertThat(mesh.redirects(pod)).isTrue();
        }
    }

    private Callable<String> killing(String workload, int wanted) {
        return () -> {
            var moments = new Random(20 + workload.hashCode());
            var kills = 0;
            while (kills < wanted) {
                mesh.kubectl("rollout", "restart", workload, "--namespace", Release.NAME);
                for (var i = 0; i < KILLS_A_ROLLOUT; i++) {
                    pause(Duration.ofMillis(moments.nextInt(1500)));
                    List<ProcessHandle> victims =
                            mesh.untilHas("a container runs", () -> processes(workload), found -> !found.isEmpty());
                    kills += victims.get(moments.nextInt(victims.size())).destroyForcibly() ? 1 : 0;
                }
                mesh.kubectl("rollout", "status", workload, "--namespace", Release.NAME, "--timeout=4m");
            }
            return workload;
        };
    }

    /** A moment of a rollout is a time after its start: it is what is tried here, and nothing waits on it. */
    private static void pause(Duration moment) throws InterruptedException {
        Thread.sleep(moment);
    }

    /** Returns the JVMs of a workload's containers: processes of the machine whose control group is one of its pods'. */
    private List<ProcessHandle> processes(String workload) throws Exception {
        var name = workload.substring(workload.indexOf('/') + 1 + Release.NAME.length() + 1);
        var found = new ArrayList<ProcessHandle>();
        for (var pod : mesh.objects().labelled("pods", Release.NAME, "app.kubernetes.io/name=" + name)) {
            for (var process : PodProcesses.of(pod.path("metadata").path("uid").asText(), Release.PACKAGE)) {
                ProcessHandle.of(process).ifPresent(found::add);
            }
        }
        return found;
    }
}
