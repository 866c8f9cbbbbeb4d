// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static io.linkerd.multus.installer.fake.FakeNode.PLUGIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.files.FileCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class NodeHoldTest {
    @TempDir
    private Path root;

    private final Logger logger = (Logger) LoggerFactory.getLogger(NodeJournal.class);
    private final ListAppender<ILoggingEvent> seen = new ListAppender<>();
    private final Readiness readiness = new Readiness();
    private final Metrics metrics = new Metrics();
    private FakeCluster cluster;
    private FakeNode node;

    @BeforeEach
    void makeNode() throws Exception {
        seen.start();
        logger.addAppender(seen);
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(seen);
        cluster.close();
    }

    @Test
    void saysWhereADamagedJournalAndItsOriginalsAreUntilSomebodyHasSeenToThem() throws Exception {
        Files.writeString(node.host(PLUGIN), FakeNode.script("somebody's"));
        assertThat(bench().install("1")).isTrue();
        var journal = node.host("/var/lib/linkerd-multus/journal.json");
        Files.writeString(journal, "{\"version\":1,\"pla");

        takeAndGiveUp();
        takeAndGiveUp();

        assertThat(said().getFirst())
                .contains("ERROR the journal was damaged")
                .contains(journal + ".damaged")
                .contains("ends in the middle");
        assertThat(said().subList(1, said().size()))
                .hasSize(2)
                .allSatisfy(reminder -> assertThat(reminder)
                        .contains("WARN files that other people had on this node")
                        .contains(journal.resolveSibling("unclaimed-").toString()));
    }

    @Test
    void keepsWhatSomebodyHadThereFromADamagedJournalToTheUninstall() throws Exception {
        Files.writeString(node.host(PLUGIN), FakeNode.script("somebody's"));
        assertThat(bench().install("1")).isTrue();
        Files.writeString(node.host("/var/lib/linkerd-multus/journal.json"), "");
        takeAndGiveUp();

        assertThat(bench().install("2")).isTrue();
        assertThat(bench().remove()).isTrue();

        assertThat(node.picture().values()).anyMatch(content -> content.endsWith(FakeNode.script("somebody's")));
    }

    @Test
    void leavesTheFilesOfAnotherReleaseAloneAndSaysWhoseTheyAre() throws Exception {
        takeAndInstall(hold("first"));
        var before = node.picture();

        var second = hold("second");
        var waiting = new Wakeups();
        var thread = Thread.ofVirtual().start(() -> take(second, waiting));
        await().until(() -> readiness.whyNotReady().toString().contains("belongs to another release"));

        assertThat(readiness.whyNotReady())
                .singleElement()
                .asString()
                .contains("linkerd-multus/first", "left alone", "write linkerd-multus/second");
        assertThat(metrics.text()).contains("foreign_owner{owner=\"linkerd-multus/first\"} 1");
        waiting.stop();
        thread.join();
        assertThat(second.isTaken()).isFalse();
        before.keySet().removeIf(path -> path.endsWith("/lock") || path.endsWith("/changing"));
        assertThat(node.picture()).containsAllEntriesOf(before);
    }

    @Test
    void takesTheNodeOnceTheOtherReleaseHasGone() throws Exception {
        takeAndInstall(hold("first"));
        assertThat(bench().remove()).isTrue();

        var second = hold("second");

        assertThat(second.take(new Wakeups())).isTrue();
        second.giveUp();
        assertThat(metrics.text()).doesNotContain("foreign_owner");
    }

    /** As docs/lifecycle.md has it typed where the other release is gone for good. */
    @Test
    void takesTheNodeOnceAPersonHasWrittenTheOwnersPlaceInTheJournal() throws Exception {
        takeAndInstall(hold("first"));
        var journal = node.host("/var/lib/linkerd-multus/journal.json");
        var text = Files.readString(journal);
        var mended = text.replace("\"owner\":\"linkerd-multus/first\"", "\"owner\":\"linkerd-multus/second\"");
        assertThat(mended).isNotEqualTo(text);
        Files.writeString(journal, mended);

        var second = hold("second");

        assertThat(second.take(new Wakeups())).isTrue();
        second.giveUp();
        assertThat(bench().journal().entries()).isNotEmpty();
    }

    /** Its namespace was deleted, and no node could be had by a release of another name without a person's hands on each. */
    @Test
    void takesTheNodeOverFromALostReleaseThatIsNamed() throws Exception {
        takeAndInstall(hold("first"));

        var second = bench().hold(
                        InstallerSettings.read(node.environment(
                                "LINKERD_MULTUS_RELEASE=second", "LINKERD_MULTUS_TAKE_OVER_FROM=linkerd-multus/first")),
                        readiness,
                        metrics);

        assertThat(second.take(new Wakeups())).isTrue();
        second.giveUp();
        assertThat(bench().journal().owner()).isEqualTo("linkerd-multus/second");
        assertThat(bench().journal().entries()).isNotEmpty();
        assertThat(bench().remove()).isTrue();
        assertThat(node.host(PLUGIN)).doesNotExist();
    }

    @Test
    void namesTheReleaseWhosePodHasTheNodeNow() throws Exception {
        var first = hold("first");
        assertThat(first.take(new Wakeups())).isTrue();
        var lock = node.host("/var/lib/linkerd-multus/lock");

        assertThat(lock).hasContent("pod installer-abc (verbs have their turn) of release linkerd-multus/first");
        first.giveUp();
    }

    /** What the release before this one wrote says nothing of an owner, and so does what it writes after a rollback. */
    @Test
    void signsAJournalThatSaysNothingOfItsOwnerAsSoonAsItHasTheNode() throws Exception {
        assertThat(bench().install("1")).isTrue();
        assertThat(bench().journal().owner()).isEmpty();

        takeAndGiveUp();

        assertThat(bench().journal().owner()).isEqualTo("linkerd-multus/linkerd-multus");
    }

    private void takeAndInstall(NodeHold hold) throws Exception {
        assertThat(bench().install("1")).isTrue();
        assertThat(hold.take(new Wakeups())).isTrue();
        hold.giveUp();
    }

    private static void take(NodeHold hold, Wakeups wakeups) {
        try {
            hold.take(wakeups);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeAndGiveUp() throws Exception {
        var hold = hold();
        assertThat(hold.take(new Wakeups())).isTrue();
        hold.giveUp();
    }

    private NodeHold hold(String release) throws Exception {
        var settings = InstallerSettings.read(node.environment("LINKERD_MULTUS_RELEASE=" + release));
        return bench().hold(settings, readiness, metrics);
    }

    private NodeHold hold() throws Exception {
        return hold("linkerd-multus");
    }

    private Workbench bench() throws Exception {
        return new Workbench(node, FileCalls.ofTheSystem());
    }

    private List<String> said() {
        return seen.list.stream()
                .map(event -> event.getLevel() + " " + event.getMessage() + " " + event.getKeyValuePairs())
                .toList();
    }
}
