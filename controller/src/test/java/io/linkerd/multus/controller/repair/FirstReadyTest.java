// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FirstReadyTest {
    private static final Instant EIGHT = Instant.parse("2026-11-28T08:00:00Z");
    private static final Instant NINE = Instant.parse("2026-11-28T09:00:00Z");

    private final FirstReady ready = new FirstReady();

    @Test
    void knowsNodesWithAReadyPod() {
        assertThat(ready.after(Stream.of(pod("a", "node-1", "True", EIGHT), pod("b", "node-2", "False", EIGHT))))
                .isEqualTo(Map.of("node-1", EIGHT));
    }

    /** At each flip the count of generations that had ended alike began anew, so that repair never ended. */
    @Test
    void aPodThatWasNotReadyForAMomentHasBeenSinceTheFirstTime() {
        ready.after(Stream.of(pod("a", "node-1", "True", EIGHT)));
        assertThat(ready.after(Stream.of(pod("a", "node-1", "False", NINE)))).isEmpty();

        assertThat(ready.after(Stream.of(pod("a", "node-1", "True", NINE)))).isEqualTo(Map.of("node-1", EIGHT));
    }

    @Test
    void anotherPodBeginsAnewAndOfTwoTheEarlierCounts() {
        ready.after(Stream.of(pod("a", "node-1", "True", EIGHT)));
        assertThat(ready.after(Stream.of(pod("b", "node-1", "True", NINE)))).isEqualTo(Map.of("node-1", NINE));

        assertThat(ready.after(Stream.of(pod("b", "node-1", "True", NINE), pod("c", "node-1", "True", EIGHT))))
                .isEqualTo(Map.of("node-1", EIGHT));
    }

    private static Pod pod(String uid, String node, String status, Instant since) {
        return new PodBuilder()
                .withNewMetadata()
                .withUid(uid)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .endSpec()
                .withNewStatus()
                .addNewCondition()
                .withType(FirstReady.READY)
                .withStatus(status)
                .withLastTransitionTime(since.toString())
                .endCondition()
                .endStatus()
                .build();
    }
}
