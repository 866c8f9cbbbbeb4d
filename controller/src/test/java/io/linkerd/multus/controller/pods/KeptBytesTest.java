// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.controller.engine.watch.BoundedObject;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.kube.ObjectHead;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept of twenty thousand pods has to fit beside everything else. */
class KeptBytesTest {
    private static final int WORKLOADS = 200;
    private static final int PODS = 10;
    private static final long MOST = 900;

    @Test
    void aPodTakesLittle() {
        kept();
        long bytes = kept();

        System.out.println("bytes of a kept pod: " + bytes);
        assertThat(bytes).isLessThan(MOST);
    }

    /** {@return bytes of each} What else this JVM holds changes while they are made, which takes a minute or two, and not between two looks. */
    private static long kept() {
        try (var api = FakeApiServer.plain();
                var client = FakeCluster.client(api)) {
            var pods = new MeshPods(new ClientTransport(client, new RefusedWatches()), _ -> {});
            var kept = new ArrayList<Object>(WORKLOADS * PODS);
            for (int workload = 0; workload < WORKLOADS; workload++) {
                for (int number = 0; number < PODS; number++) {
                    var pod = RealPods.read(RealPods.NATIVE
                            .replace("value: '8080'", "value: '" + (8000 + workload) + "'")
                            .replace("web-6d4f-abcde", "web-" + workload + "-" + number)
                            .replace("pod-1", "pod-" + workload + "-" + number)
                            .replace("rs-1", "rs-" + workload));
                    var head = new ObjectHead("shop", "web", "u", "1", false, Map.of(), Map.of(), false);
                    kept.add(pods.entry(new BoundedObject<>(head, Optional.of(pod))));
                }
            }
            assertThat(kept).hasSize(WORKLOADS * PODS);
            long with = used();
            kept.clear();
            return (with - used()) / (WORKLOADS * PODS);
        }
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
