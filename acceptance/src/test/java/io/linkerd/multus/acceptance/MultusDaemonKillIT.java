// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.processes.PodProcesses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whenever our Multus is killed or replaced: pods that are being made come up with their networks, and nothing is left of any attempt. */
@WithMesh(profile = Profile.PLAIN_WITH_OUR_MULTUS)
class MultusDaemonKillIT extends Attached {
    private static final int PODS_AT_ONCE = 4;
    /** As long as it takes here from a pod's making until it has its networks. */
    private static final int MOMENTS = 1500;

    private static final long SEED = 47;

    MultusDaemonKillIT(Mesh mesh) {
        super(mesh, "struck");
    }

    @Test
    void everyPodComesUpWhileTheDaemonIsKilledThreeTimes() throws Exception {
        comeUpBetweenKills(3);
    }

    @Test
    @Nightly.Load
    void everyPodComesUpWhileTheDaemonIsKilledTwoHundredTimes() throws Exception {
        comeUpBetweenKills(200);
    }

    @Test
    void noneOfTwelvePodsComesUpWithoutItsNetworksWhileTheDaemonIsReplaced() throws Exception {
        comeUpDuringRollouts(12);
    }

    @Test
    @Nightly.Load
    void noneOfAHundredPodsComesUpWithoutItsNetworksWhileTheDaemonIsReplaced() throws Exception {
        comeUpDuringRollouts(100);
    }

    private void comeUpBetweenKills(int kills) throws Exception {
        var moments = new Random(SEED);
        var made = new ArrayList<String>();
        for (var i = 0; i < kills; i++) {
            var name = "pod-" + i;
            var daemon = mesh.untilHas("the daemon runs", this::daemons, found -> !found.isEmpty());
            pods.make(name, "lan");
            made.add(name);
            pause(Duration.ofMillis(moments.nextInt(MOMENTS)));
            daemon.forEach(ProcessHandle::destroyForcibly);
            if (made.size() == 2 * PODS_AT_ONCE) {
                end(made);
            }
        }
        end(made);
    }

    /**
     * The container runtime kills the daemon's plugins with it. One that is at a DEL and has taken the link away has forgotten the addresses whose
     * rules it would remove, so a rule may stay.
     */
    private void end(List<String> made) throws Exception {
        haveTheirNetworks(made);
        made.clear();
        pods.deleteAll(trace -> !NodeTraces.isRule(trace));
    }

    private void comeUpDuringRollouts(int count) throws Exception {
        Meanwhile.during(
                () -> {
                    for (var first = 0; first < count; first += PODS_AT_ONCE) {
                        var made = new ArrayList<String>();
                        for (var i = first; i < Math.min(count, first + PODS_AT_ONCE); i++) {
                            pods.make("pod-" + i, "lan");
                            made.add("pod-" + i);
                        }
                        haveTheirNetworks(made);
                        mesh.kubectl("delete", "pods", "--all", "--namespace", namespace, "--timeout=2m");
                    }
                },
                _ -> {
                    mesh.kubectl("rollout", "restart", Release.MULTUS, "--namespace", Release.NAME);
                    mesh.kubectl("rollout", "status", Release.MULTUS, "--namespace", Release.NAME, "--timeout=3m");
                });
        pods.deleteAll();
    }

    private void haveTheirNetworks(List<String> made) throws Exception {
        for (var name : made) {
            pods.ready(name);
            assertThat(pods.has(name, "lan", "net1"))
                    .as("networks of %s, seed %d", name, SEED)
                    .isTrue();
        }
    }

    /** A moment of a pod's making is a time after its start: it is what is tried here, and nothing waits on it. */
    private static void pause(Duration moment) throws InterruptedException {
        Thread.sleep(moment);
    }

    private List<ProcessHandle> daemons() throws Exception {
        var found = new ArrayList<ProcessHandle>();
        for (var pod : mesh.objects().labelled("pods", Release.NAME, "app.kubernetes.io/name=multus")) {
            for (var process : PodProcesses.of(pod.at("/metadata/uid").asText(), Release.PACKAGE)) {
                ProcessHandle.of(process).ifPresent(found::add);
            }
        }
        return found;
    }
}
