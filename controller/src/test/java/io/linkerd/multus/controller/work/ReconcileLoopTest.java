// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconcileLoopTest {
    private final Set<String> reconciled = ConcurrentHashMap.newKeySet();
    private final ReconcileLoop<String> loop = new ReconcileLoop<>(
            "test",
            2,
            key -> {
                reconciled.add(key);
                return new Outcome.Settled();
            },
            new SimpleMeterRegistry());

    @AfterEach
    void stop() {
        loop.stop();
    }

    /** A namespace that opted in at the moment when the leadership was gained waited five minutes for its attachment. */
    @Test
    void aKeyThatComesWhileTheStartListsThemIsNotForgotten() {
        loop.start(() -> {
            List<String> listed = List.of("there");
            loop.add("comes just now");
            return listed;
        });

        await().untilAsserted(() -> assertThat(reconciled).containsExactlyInAnyOrder("there", "comes just now"));
    }

    @Test
    void startsAgainAfterAStopWithWhatThereIsThen() {
        loop.start(() -> List.of("first"));
        await().until(() -> reconciled.contains("first"));
        loop.stop();
        loop.add("forgotten");
        loop.start(() -> List.of("second"));

        await().until(() -> reconciled.contains("second"));
        assertThat(reconciled).doesNotContain("forgotten");
    }
}
