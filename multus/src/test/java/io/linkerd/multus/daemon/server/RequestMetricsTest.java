// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestMetricsTest {
    private final RequestMetrics metrics = new RequestMetrics();

    @Test
    void countsDurationsByHowLongTheyWere() {
        metrics.waited(Duration.ofMillis(5));
        metrics.waited(Duration.ofMillis(6));
        metrics.waited(Duration.ofHours(1));

        assertThat(metrics.text())
                .contains(
                        "# TYPE multus_server_queue_seconds histogram\n",
                        "multus_server_queue_seconds_bucket{le=\"0.005\"} 1\n",
                        "multus_server_queue_seconds_bucket{le=\"0.025\"} 2\n",
                        "multus_server_queue_seconds_bucket{le=\"240.0\"} 2\n",
                        "multus_server_queue_seconds_bucket{le=\"+Inf\"} 3\n",
                        "multus_server_queue_seconds_sum 3600.011\n",
                        "multus_server_queue_seconds_count 3\n");
    }

    @Test
    void showsWhatIsWatchedAsItIs() {
        metrics.watch("multus_server_queue_length{queue=\"node\"}", () -> 2);
        metrics.watch("multus_server_queue_length{queue=\"containers\"}", () -> 3);

        assertThat(metrics.text()).contains("""
                # TYPE multus_server_queue_length gauge
                multus_server_queue_length{queue="containers"} 3
                multus_server_queue_length{queue="node"} 2
                """);
    }

    @Test
    void growsWithNoMethodThatAClientThinksUp() {
        IntStream.range(0, 100).forEach(i -> metrics.answered("NotFound", 404, "METHOD" + i));

        assertThat(metrics.text().lines().filter(line -> line.startsWith("multus_server_request_total{")))
                .containsExactly(
                        "multus_server_request_total{code=\"404\",handler=\"NotFound\",method=\"unknown\"} 100");
    }

    @Test
    void namesEveryFamilyOnceAndEachSampleAfterItsFamily() {
        metrics.answered("/cni", 200, "POST");
        metrics.refused(Refusal.SLOW);

        var types = metrics.text()
                .lines()
                .filter(line -> line.startsWith("# TYPE "))
                .toList();
        assertThat(types).doesNotHaveDuplicates();
        assertThat(metrics.text()).endsWith("\n").doesNotContain("\n\n");
    }
}
