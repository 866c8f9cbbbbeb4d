// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.node.NodeTurn.Ending;
import io.linkerd.multus.installer.node.NodeTurn.Putting;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.NodeLock;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeTurnTest {
    private static final EntryOwner VERB = new EntryOwner("cni-node");
    private static final String CONFIG = "/etc/cni/net.d/05-multus.conf";
    private static final String OTHER = "/etc/cni/net.d/06-other.conf";

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;

    @BeforeEach
    void makeNode() throws Exception {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void leavesTheNodeAsItWasWhenWhatItPutThereIsTakenAway() throws Exception {
        Files.writeString(node.host(CONFIG), "{\"name\":\"theirs\"}");
        var before = node.picture();

        try (var turn = turn(VERB)) {
            assertThat(turn.put(file(CONFIG, "{}"))).isEqualTo(new Result.Ok<>(new Putting.Written()));
            assertThat(turn.put(file(CONFIG, "{}"))).isEqualTo(new Result.Ok<>(new Putting.InPlace()));
        }
        assertThat(node.host(CONFIG)).hasContent("{}");
        try (var turn = turn(VERB)) {
            assertThat(turn.end(CONFIG)).isEqualTo(new Result.Ok<>(Ending.GONE));
        }

        assertThat(node.picture()).isEqualTo(before);
    }

    @Test
    void leavesTheOtherFilesOfTheSameOwnerWhereTheyAre() throws Exception {
        try (var turn = turn(VERB)) {
            turn.put(file(CONFIG, "{}"));
            turn.put(file(OTHER, "{}"));
        }

        try (var turn = turn(VERB)) {
            assertThat(turn.end(CONFIG)).isEqualTo(new Result.Ok<>(Ending.GONE));
            assertThat(turn.entries()).extracting(JournalEntry::path).containsExactly(OTHER);
        }

        assertThat(node.host(OTHER)).hasContent("{}");
        assertThat(node.host(CONFIG)).doesNotExist();
    }

    /** It was put back each time, some fifty times a second. */
    @Test
    void givesWayToAnotherProcessThatKeepsTakingItsFileAway() throws Exception {
        var written = putsUntilItGivesWay(bench().turns(settings()), () -> Files.deleteIfExists(node.host(CONFIG)));

        assertThat(written).isGreaterThanOrEqualTo(5);
        assertThat(node.host(OTHER)).exists();
    }

    /** What we had written there before is ours, too: putting that back was no fight, and was answered at once. */
    @Test
    void givesWayToAnotherProcessThatKeepsPuttingAnEarlierContentBack() throws Exception {
        try (var turn = turn(VERB)) {
            turn.put(file(CONFIG, "{\"earlier\":true}"));
        }

        var written = putsUntilItGivesWay(
                bench().turns(settings()), () -> Files.writeString(node.host(CONFIG), "{\"earlier\":true}"));

        assertThat(written).isGreaterThanOrEqualTo(5);
    }

    /** That a file waits for its turn was all that was said of it, though it could not have been put there. */
    @Test
    void tellsWhatElseStandsInTheWayOfAFileThatWaits() throws Exception {
        var turns = bench().turns(settings());
        putsUntilItGivesWay(turns, () -> Files.deleteIfExists(node.host(CONFIG)));
        Files.createDirectory(node.host(CONFIG));

        try (var turn = turns.take(VERB, "test", Duration.ofSeconds(1)).orElse(NodeTurnTest::none)) {
            assertThat(turn.put(file(CONFIG, "{}")))
                    .isInstanceOfSatisfying(
                            Result.Not.class, not -> assertThat(not.reason()).contains(CONFIG, "directory"));
        }
    }

    /** {@return how often it was written before} Each time doubles the pause, which a slow machine may have slept through. */
    private int putsUntilItGivesWay(NodeTurns turns, Rival rival) throws Exception {
        for (int written = 0; written < 20; written++) {
            try (var turn = turns.take(VERB, "test", Duration.ofSeconds(1)).orElse(NodeTurnTest::none)) {
                assertThat(turn.put(file(OTHER, "{}"))).isInstanceOf(Result.Ok.class);
                switch (turn.put(file(CONFIG, "{}")).orElse(NodeTurnTest::noPutting)) {
                    case Putting.GivingWay(var pause) -> {
                        assertThat(pause).isPositive();
                        return written;
                    }
                    case Putting.Written _ -> {}
                    case Putting.InPlace _ -> throw new AssertionError("it is not in place");
                }
            }
            rival.undo();
        }
        throw new AssertionError("it never gives way");
    }

    @FunctionalInterface
    private interface Rival {
        void undo() throws Exception;
    }

    @Test
    void doesNothingWhereThereIsNothingToEnd() throws Exception {
        var other = "/etc/cni/ours/06-other.conf";
        try (var turn = turn(VERB)) {
            turn.put(file(other, "{}"));
            assertThat(turn.end(CONFIG)).isEqualTo(new Result.Ok<>(Ending.NOTHING));
            assertThat(turn.end(other)).isEqualTo(new Result.Ok<>(Ending.GONE));
        }
        assertThat(node.host(other).getParent()).doesNotExist();
    }

    /** It removed a plugin or a configuration whoever had put it there. */
    @Test
    void takesNothingAwayThatAnotherOnePutThere() throws Exception {
        assertThat(bench().install("1")).isTrue();
        var before = node.picture();

        try (var turn = turn(VERB)) {
            assertThat(turn.end(FakeNode.PLUGIN)).isEqualTo(new Result.Ok<>(Ending.NOTHING));
            assertThat(turn.end("/opt/cni/bin/bridge")).isEqualTo(new Result.Ok<>(Ending.NOTHING));
            assertThat(turn.put(file(FakeNode.PLUGIN, "x")))
                    .isEqualTo(new Result.Not<>(FakeNode.PLUGIN + " cannot be used: the installer's daemon has it"));
        }

        assertThat(node.picture()).containsAllEntriesOf(before);
    }

    @Test
    void isNotHadAtANodeThatADaemonHasWhichSharesNothing() throws Exception {
        var lock = node.host("/var/lib/linkerd-multus/lock");
        try (var other = new LockedElsewhere(lock, "pod old of release ns/first")) {
            assertThat(other.isLocked()).isTrue();
            assertThat(bench().turns(settings()).take(VERB, "install", Duration.ofMillis(1)))
                    .isEqualTo(new Result.Not<>("the node is in the hands of pod old of release ns/first, which lets"
                            + " no other installer have a turn"));
        }
    }

    @Test
    void isNotHadWhileAnotherOneHasHis() throws Exception {
        var lock = node.host("/var/lib/linkerd-multus/changing");
        try (var other = new LockedElsewhere(lock, "apply in pod a (verbs have their turn)")) {
            assertThat(other.isLocked()).isTrue();
            assertThat(bench().turns(settings()).take(VERB, "install", Duration.ofMillis(1)))
                    .isEqualTo(new Result.Not<>("for 0 s it was the turn of apply in pod a (verbs have their turn)"));
        }
    }

    /** Of two at once the first one left nothing behind, not even the folder that the other one waited in. */
    @Test
    void isHadWhereTheOneBeforeLeavesNothingBehind() throws Exception {
        var directory = Files.createDirectories(node.host("/etc/cni/net.d/" + NodeTurns.HIDDEN));
        var settings =
                InstallerSettings.read(node.environment("LINKERD_MULTUS_STATE_DIR=/etc/cni/net.d/" + NodeTurns.HIDDEN));
        var name = "uninstall in pod a" + NodeLock.SHARES;
        try (var keeping = new LockedElsewhere(directory.resolve("lock"), name);
                var changing = new LockedElsewhere(directory.resolve("changing"), name)) {
            assertThat(keeping.isLocked() && changing.isLocked()).isTrue();
            var turn = new CompletableFuture<Result<NodeTurn>>();
            var waiter = Thread.ofPlatform().start(() -> turn.complete(takeWithin(settings, Duration.ofSeconds(30))));

            await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
            Files.move(directory, root.resolve("gone"));

            assertThat(turn.join()).isInstanceOf(Result.Ok.class);
            turn.join().orElse(NodeTurnTest::none).close();
        }
        assertThat(directory).doesNotExist();
    }

    /** Of two at once the first one left what was there to the second, which had no lock to remove it. */
    @Test
    void leavesNothingBehindWhereTheOtherOneIsGoneMeanwhile() throws Exception {
        var before = node.picture();
        var lock = node.host("/var/lib/linkerd-multus/lock");
        NodeTurn turn;
        try (var keeping = new LockedElsewhere(lock, "install in pod a" + NodeLock.SHARES)) {
            assertThat(keeping.isLocked()).isTrue();
            turn = turn(VERB);
        }
        turn.close();

        assertThat(node.picture()).isEqualTo(before);
    }

    /** The daemon wrote the journal as it remembered it over what a verb had noted: nobody knew of the verb's files any more. */
    @Test
    void isSeenByTheDaemonThatKeepsTheNodeMeanwhile() throws Exception {
        var hold = bench().hold(settings(), new Readiness(), new Metrics());
        assertThat(hold.take(new Wakeups())).isTrue();
        try (var _ = hold.turn()) {
            assertThat(hold.journal().orElseThrow().entries()).isEmpty();
        }

        writeAsAnotherProcess();

        try (var _ = hold.turn()) {
            assertThat(hold.journal().orElseThrow().entriesOf(VERB))
                    .extracting(JournalEntry::path)
                    .containsExactly(CONFIG);
        }
        hold.giveUp();
    }

    /** The release is gone, whose daemon the node had; what is left is a verb's. */
    @Test
    void keepsNoOtherReleaseFromTheNode() throws Exception {
        var entry = new JournalEntry(
                CONFIG, EntryKind.NETWORK, VERB, List.of(Fingerprint.ofText("{}")), new Original.Nothing());
        var left = Journal.EMPTY.ownedBy("ns/first").with(entry);

        assertThat(left.isForeignTo("ns/second")).isFalse();
        var daemons = new JournalEntry(OTHER, EntryKind.NETWORK, EntryOwner.DAEMON, List.of(), new Original.Nothing());
        assertThat(left.with(daemons).isForeignTo("ns/second")).isTrue();
    }

    /** Without the locks, which belong to processes: this one has them all. */
    private void writeAsAnotherProcess() throws Exception {
        var store = bench().store();
        var entry = new JournalEntry(
                CONFIG, EntryKind.NETWORK, VERB, List.of(Fingerprint.ofText("{}")), new Original.Nothing());
        store.save(Journal.EMPTY.with(entry));
    }

    private NodeTurn turn(EntryOwner owner) throws Exception {
        return bench().turns(settings())
                .take(owner, "test", Duration.ofSeconds(1))
                .orElse(NodeTurnTest::none);
    }

    private Result<NodeTurn> takeWithin(InstallerSettings settings, Duration patience) {
        try {
            return bench().turns(settings).take(VERB, "test", patience);
        } catch (Exception e) {
            return new Result.Not<>(e.toString());
        }
    }

    private static Putting noPutting(String reason) {
        throw new AssertionError(reason);
    }

    private static NodeTurn none(String reason) {
        throw new AssertionError(reason);
    }

    private static DesiredFile file(String path, String text) throws Exception {
        return new DesiredFile(
                path, new Content.Text(text), Ownership.ofThisProcess().withMode(0644), EntryKind.NETWORK);
    }

    private InstallerSettings settings() throws Exception {
        return InstallerSettings.read(node.environment());
    }

    private Workbench bench() throws Exception {
        return new Workbench(node, FileCalls.ofTheSystem());
    }
}
