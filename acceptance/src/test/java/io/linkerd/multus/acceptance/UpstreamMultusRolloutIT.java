// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.plan.Profile;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The control of {@link MultusDaemonKillIT}: its pods, while upstream's Multus is replaced. A pod whose sandbox is made while there is no
 * configuration of Multus gets the primary network alone, and is ready.
 */
@WithMesh(profile = Profile.PLAIN, release = ReleaseState.NONE)
class UpstreamMultusRolloutIT extends Attached {
    private static final int PODS = 100;
    private static final int PODS_AT_ONCE = 4;

    UpstreamMultusRolloutIT(Mesh mesh) {
        super(mesh, "struck-upstream");
    }

    @Test
    @Nightly.Load
    void someOfAHundredPodsComeUpWithoutTheirNetworksWhileUpstreamsIsReplaced() throws Exception {
        var without = new AtomicInteger();
        Meanwhile.during(() -> makePods(without), _ -> {
            mesh.kubectl("rollout", "restart", "daemonset/kube-multus-ds", "--namespace", "kube-system");
            mesh.kubectl("rollout", "status", "daemonset/kube-multus-ds", "--namespace", "kube-system", "--timeout=3m");
        });

        System.out.println("upstream's Multus: " + without + " of " + PODS + " pods are ready without their networks");
        assertThat(without).as("what the same pods would show of ours").hasPositiveValue();
    }

    private void makePods(AtomicInteger without) throws Exception {
        for (var first = 0; first < PODS; first += PODS_AT_ONCE) {
            for (var i = first; i < first + PODS_AT_ONCE; i++) {
                pods.make("pod-" + i, "lan");
            }
            for (var i = first; i < first + PODS_AT_ONCE; i++) {
                pods.ready("pod-" + i);
                if (!pods.inside("pod-" + i, "ip", "-oneline", "link").contains(" net1@")) {
                    without.incrementAndGet();
                }
            }
            mesh.kubectl("delete", "pods", "--all", "--namespace", namespace, "--timeout=2m");
        }
    }
}
