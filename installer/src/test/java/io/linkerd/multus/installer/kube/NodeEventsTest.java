// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.kube.NodeEvents.Reason;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeEventsTest {
    @TempDir
    private Path root;

    private final FakeCluster cluster = new FakeCluster();
    /** How much further the clock is than the machine's. */
    private final AtomicLong ahead = new AtomicLong();

    private NodeEvents events;

    @BeforeEach
    void begin() throws Exception {
        var settings = InstallerSettings.read(new FakeNode(root, cluster).environment());
        var beans = new KubeBeans();
        events = beans.events(
                settings,
                beans.transport(settings),
                new Clocks(() -> Instant.parse("2030-01-02T03:04:05.5Z"), () -> System.nanoTime() + ahead.get()));
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void areAboutTheNodeAndLieWhereEventsOfNodesLie() {
        events.tell(Reason.FileContested, "somebody writes \"10-x.conflist\"\nagain");

        await().until(() -> cluster.events().size() == 1);
        assertThat(cluster.events().getFirst())
                .contains(
                        "\"involvedObject\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"node1\",\"uid\":\"node1\"}")
                .contains(
                        "\"reason\":\"FileContested\"",
                        "\"type\":\"Warning\"",
                        "\"lastTimestamp\":\"2030-01-02T03:04:05Z\"")
                .contains("\"message\":\"somebody writes \\\"10-x.conflist\\\"\\nagain\"")
                .contains(
                        "\"reportingComponent\":\"linkerd-multus/installer\"",
                        "\"reportingInstance\":\"installer-abc\"");
    }

    @Test
    void theSameIsToldOnceAnHour() {
        for (int time = 0; time < 3; time++) {
            events.tell(Reason.PlatformUnfit, "the same");
        }
        events.tell(Reason.PlatformUnfit, "another");
        await().until(() -> cluster.events().size() == 2);

        ahead.addAndGet(Duration.ofMinutes(61).toNanos());
        events.tell(Reason.PlatformUnfit, "the same");

        await().until(() -> cluster.events().size() == 3);
    }

    /** Each look of a node in trouble may find other words. */
    @Test
    void noMoreAreToldThanAnybodyWouldRead() {
        for (int time = 0; time < 100; time++) {
            events.tell(Reason.NetworkLeftAlone, "line " + time);
        }
        await().until(() -> cluster.events().size() == 20);
        ahead.addAndGet(Duration.ofMinutes(61).toNanos());
        events.tell(Reason.NetworkLeftAlone, "the last one");

        await().until(() -> cluster.events().stream().anyMatch(event -> event.contains("the last one")));
        await().until(() -> cluster.events().size() == 21);
    }
}
