// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.departure.DaemonSetWatch;
import io.linkerd.multus.service.departure.Sighting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonSetWatchTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path root;

    private final FakeCluster cluster = new FakeCluster();
    private DaemonSetWatch watch;
    private Thread thread;

    @BeforeEach
    void begin() throws Exception {
        var settings = InstallerSettings.read(new FakeNode(root, cluster).environment());
        watch = new DaemonSetWatch(
                new KubeBeans().transport(settings),
                "linkerd-multus",
                "installer",
                RandomGenerator.of("L64X128MixRandom"));
        thread = Thread.ofVirtual().start(watch);
        awaitWatch(1);
    }

    @AfterEach
    void end() throws InterruptedException {
        thread.interrupt();
        cluster.close();
        thread.join();
    }

    /** Every end of a watch led to a list, some 22 s apart: twice the requests that were needed, from every node. */
    @Test
    void makesNoListWhereTheServerHasEndedTheWatchInGoodOrder() {
        for (int watches = 2; watches <= 3; watches++) {
            cluster.endWatches();
            awaitWatch(watches);
        }

        assertThat(cluster.lists()).isEqualTo(1);
    }

    /** The server had forgotten the version of the last list, and of the last change of our DaemonSet, long before. */
    @Test
    void goesOnFromTheVersionThatABookmarkTells() {
        for (int watches = 2; watches <= 3; watches++) {
            cluster.changeElsewhere();
            cluster.compact();
            cluster.endWatches(); // which comes with a bookmark
            awaitWatch(watches);
        }

        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void missesNothingThatHappensBetweenTwoWatches() {
        cluster.endWatches();
        cluster.deleteDaemonSet();
        await().atMost(SOON).until(() -> watch.knowledge().sighting() instanceof Sighting.Leaving);

        cluster.endWatches();
        cluster.makeDaemonSet();
        await().atMost(SOON).until(() -> watch.knowledge().sighting() instanceof Sighting.Present);
        assertThat(cluster.lists()).isEqualTo(1);
    }

    /** A deleted namespace's pods go first: its DaemonSet stood, and nobody told of the deletion where no look was answered. */
    @Test
    void tellsThatItsNamespaceIsBeingDeletedWhileTheDaemonSetStands() {
        cluster.deleteNamespace();

        await().atMost(SOON).until(() -> watch.knowledge().sighting() instanceof Sighting.Leaving);
        assertThat(watch.knowledge().live()).isTrue();
    }

    @Test
    void listsAnewWhereAnEventTellsThatTheVersionIsTooOld() {
        cluster.expireWatches();

        awaitWatch(2);
        assertThat(cluster.lists()).isEqualTo(2);
    }

    @Test
    void listsAnewWhereTheWatchIsRefusedAsGone() {
        cluster.refuseNextWatchAsGone();
        cluster.endWatches();

        awaitWatch(3);
        assertThat(cluster.lists()).isEqualTo(2);
    }

    @Test
    void goesOnWhereTheConnectionBreaksOff() {
        cluster.breakWatchesOff();

        awaitWatch(2);
        assertThat(cluster.lists()).isEqualTo(1);
    }

    private void awaitWatch(int number) {
        await().atMost(SOON)
                .until(() -> cluster.watches() == number && watch.knowledge().live());
    }
}
