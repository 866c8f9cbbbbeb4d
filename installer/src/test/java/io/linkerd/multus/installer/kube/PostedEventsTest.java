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
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostedEventsTest {
    @TempDir
    private Path root;

    private final FakeCluster cluster = new FakeCluster();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-02T03:04:05.5Z"));
    private NodeEvents events;

    @BeforeEach
    void begin() throws Exception {
        var settings = InstallerSettings.read(new FakeNode(root, cluster).environment());
        events = new PostedEvents(
                settings,
                new KubeBeans().api(new KubeBeans().transport(settings)),
                new Clocks(now::get, System::nanoTime));
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
                        "\"regarding\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"node1\",\"uid\":\"node1\"}")
                .contains(
                        "\"reason\":\"FileContested\"",
                        "\"type\":\"Warning\"",
                        "\"eventTime\":\"2030-01-02T03:04:05.500000Z\"")
                .contains("\"note\":\"somebody writes \\\"10-x.conflist\\\"\\nagain\"")
                .contains(
                        "\"reportingController\":\"linkerd-multus/installer\"",
                        "\"reportingInstance\":\"installer-abc\"")
                .contains("\"action\":\"KeepNode\"");
    }

    @Test
    void theSameIsToldOnceAnHour() {
        for (int time = 0; time < 3; time++) {
            events.tell(Reason.PlatformUnfit, "the same");
        }
        events.tell(Reason.PlatformUnfit, "another");
        await().until(() -> cluster.events().size() == 2);

        now.updateAndGet(moment -> moment.plus(Duration.ofMinutes(61)));
        events.tell(Reason.PlatformUnfit, "the same");

        await().until(() -> cluster.events().size() == 3);
    }

    /** Each look of a node in trouble may find other words. */
    @Test
    void noMoreAreToldThanAnybodyWouldRead() {
        for (int time = 0; time < 100; time++) {
            events.tell(Reason.NetworkLeftAlone, "line " + time);
        }
        now.updateAndGet(moment -> moment.plus(Duration.ofMinutes(61)));
        events.tell(Reason.NetworkLeftAlone, "the last one");

        await().until(() -> cluster.events().stream().anyMatch(event -> event.contains("the last one")));
        await().until(() -> cluster.events().size() == 21);
    }
}
