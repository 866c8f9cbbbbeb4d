// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.controller.engine.watch.RealPods;
import io.linkerd.multus.controller.engine.watch.SlimPods;
import java.util.ArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is kept of twenty thousand pods has to fit beside everything else. */
class KeptBytesTest {
    private static final int WORKLOADS = 200;
    private static final int PODS = 10;
    /** A reference, a moment, and a part of what all pods of a template share. */
    private static final long MOST_ABOVE = 200;

    private final SlimPods slim = new SlimPods();

    @Test
    void aPodTakesLittleAboveWhatItsFactsTake() {
        kept(slim::slimmed);
        long facts = kept(SlimPods::withoutTraits);
        long all = kept(slim::slimmed);

        System.out.println("bytes of a kept pod: " + all + ", of its facts alone: " + facts);
        assertThat(all).isLessThan(facts + MOST_ABOVE);
    }

    /** {@return bytes of each} What else this JVM holds changes while they are made, which takes a minute or two, and not between two looks. */
    private static long kept(UnaryOperator<Pod> slimmed) {
        var kept = new ArrayList<Pod>(WORKLOADS * PODS);
        for (int workload = 0; workload < WORKLOADS; workload++) {
            for (int pod = 0; pod < PODS; pod++) {
                kept.add(slimmed.apply(RealPods.read(RealPods.NATIVE
                        .replace("value: '8080'", "value: '" + (8000 + workload) + "'")
                        .replace("web-6d4f-abcde", "web-" + workload + "-" + pod)
                        .replace("pod-1", "pod-" + workload + "-" + pod)
                        .replace("rs-1", "rs-" + workload))));
            }
        }
        assertThat(kept).hasSize(WORKLOADS * PODS);
        long with = used();
        kept.clear();
        return (with - used()) / (WORKLOADS * PODS);
    }

    private static long used() {
        var runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 4; round++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
