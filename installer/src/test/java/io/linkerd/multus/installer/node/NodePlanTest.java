// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.node.network.DesiredNetwork;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePlanTest {
    private static final String PATH = "/opt/cni/bin/linkerd-cni";
    private static final Ownership RIGHT = new Ownership(0, 0, 0755);
    private static final DesiredFile PLUGIN =
            new DesiredFile(PATH, new Content.Text("plugin"), RIGHT, EntryKind.PLUGIN);
    private static final Fingerprint OURS = PLUGIN.content().fingerprint();
    private static final Fingerprint OLD = Fingerprint.ofText("older plugin of ours");
    private static final Fingerprint THEIRS = Fingerprint.ofText("theirs");
    private static final EntryOwner VERB = new EntryOwner("cni-node");
    private static final Original NOTHING = new Original.Nothing();

    @Test
    void writesNothingWhenAllIsRight() {
        var journal = journal(NOTHING, OURS);
        var plan = install(journal, file(OURS, RIGHT));
        assertThat(plan.changes(journal)).isFalse();
        assertThat(plan.actions()).isEmpty();
    }

    @Test
    void doesNotClaimAFileOfSomebodyElseThatIsRightAlready() {
        var plan = install(Journal.EMPTY, file(OURS, RIGHT));
        assertThat(plan.changes(Journal.EMPTY)).isFalse();
        assertThat(remove(Journal.EMPTY, file(OURS, RIGHT)).actions()).isEmpty();
    }

    @Test
    void writesDownBeforeItWrites() {
        var plan = install(Journal.EMPTY, new FileState.Absent());
        assertThat(plan.actions()).containsExactly(new NodeAction.Put(PLUGIN, Reason.NEW));
        assertThat(plan.intent()).isEqualTo(journal(NOTHING, OURS));
    }

    @Test
    void keepsWhatSomebodyElseHadThere() {
        var plan = install(Journal.EMPTY, file(THEIRS, RIGHT.withMode(0700)));
        assertThat(plan.actions()).containsExactly(new NodeAction.Put(PLUGIN, Reason.TAKEN_OVER));
        assertThat(plan.originals()).containsExactly(Map.entry(PATH, THEIRS));
        assertThat(plan.intent()).isEqualTo(journal(new Original.File(THEIRS, RIGHT.withMode(0700)), OURS));
    }

    @Test
    void takesNothingFromAnOwnerToWhomItCouldNotBeGivenBack() {
        var plan = install(Journal.EMPTY, file(THEIRS, new Ownership(0, 4, 0700)));

        assertThat(plan.obstacles())
                .singleElement()
                .satisfies(obstacle -> assertThat(obstacle.reason()).contains("0:4", "0:0", "chown"));
        assertThat(plan.changes(Journal.EMPTY)).isFalse();
        assertThat(plan.originals()).isEmpty();
    }

    @Test
    void keepsALinkOfSomebodyElse() {
        var plan = install(Journal.EMPTY, new FileState.Link("../x"));
        assertThat(plan.intent()).isEqualTo(journal(new Original.Link("../x"), OURS));
    }

    @Test
    void knowsBothContentsAsOursWhileOneReplacesTheOther() {
        var plan = install(journal(NOTHING, OLD), file(OLD, RIGHT));
        assertThat(plan.actions()).containsExactly(new NodeAction.Put(PLUGIN, Reason.OUTDATED));
        assertThat(plan.intent()).isEqualTo(journal(NOTHING, OLD, OURS));
    }

    /** A journal speaks of a file before that is written for the first time. */
    @Test
    void takesNothingForUndoneThatItHasNotSeenStanding() {
        for (var there : List.<FileState>of(new FileState.Absent(), new FileState.Link("/elsewhere"))) {
            assertThat(installWhere(Map.of(), journal(NOTHING, OURS), there).actions())
                    .containsExactly(new NodeAction.Put(PLUGIN, Reason.AGAIN));
        }
    }

    /** A rival that keeps its copy of what we wrote before was answered at once, again and again: that was no fight. */
    @Test
    void takesAnEarlierContentForUndoneWhereTheNewerOneHasStood() {
        var journal = journal(NOTHING, OLD, OURS);

        assertThat(installWhere(Map.of(PATH, OURS), journal, file(OLD, RIGHT)).actions())
                .containsExactly(new NodeAction.Put(PLUGIN, Reason.REVERTED));
        assertThat(installWhere(Map.of(PATH, OLD), journal, file(OLD, RIGHT)).actions())
                .containsExactly(new NodeAction.Put(PLUGIN, Reason.OUTDATED));
        assertThat(Reason.REVERTED.isDrift()).isTrue();
    }

    @Test
    void repairsWhatWasDeletedAndForgetsNoOriginal() {
        var original = new Original.File(THEIRS, RIGHT);
        var plan = install(journal(original, OURS), new FileState.Absent());
        assertThat(plan.actions()).containsExactly(new NodeAction.Put(PLUGIN, Reason.DELETED));
        assertThat(plan.intent()).isEqualTo(journal(original, OURS));
    }

    @Test
    void leavesAPathToAnotherOfOursThatHasIt() {
        var journal = Journal.EMPTY.with(new JournalEntry(PATH, EntryKind.PLUGIN, VERB, List.of(OLD), NOTHING));

        assertThat(install(journal, file(OLD, RIGHT)).obstacles())
                .containsExactly(new Obstacle(PATH, "cannot be used: cni-node has it"));
        assertThat(install(journal, file(OLD, RIGHT)).changes(journal)).isFalse();
        assertThat(remove(journal, file(OLD, RIGHT)).changes(journal)).isFalse();
    }

    /** The daemon was not ready for as long as a verb's network lay in the runtime's folder. */
    @Test
    void leavesANetworkAloneThatAVerbHasPutThere() {
        var network =
                new DesiredNetwork.Edited(PATH, new Content.Edit("chained", THEIRS), RIGHT, new Content.Text("theirs"));
        var desired = new Desired(EntryOwner.DAEMON, Optional.empty(), List.of(), List.of(network), List.of());
        var journal = Journal.EMPTY.with(new JournalEntry(PATH, EntryKind.NETWORK, VERB, List.of(THEIRS), NOTHING));

        var plan = NodePlan.of(
                desired,
                Sight.observed(
                        journal,
                        Map.of(PATH, file(THEIRS, RIGHT)),
                        Map.of(),
                        Map.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Boot.UNKNOWN));

        assertThat(plan.changes(journal)).isFalse();
        assertThat(plan.obstacles()).isEmpty();
    }

    @Test
    void keepsADirectoryForAnotherOfOursThatIsAtHomeInIt() {
        var journal = Journal.EMPTY
                .withDirectory("/opt/cni")
                .with(new JournalEntry(PATH, EntryKind.PLUGIN, VERB, List.of(OLD), NOTHING));

        assertThat(remove(journal, file(OLD, RIGHT)).changes(journal)).isFalse();
    }

    @Test
    void repairsPermissions() {
        var plan = install(journal(NOTHING, OURS), file(OURS, RIGHT.withMode(0644)));
        assertThat(plan.actions()).containsExactly(new NodeAction.Put(PLUGIN, Reason.PERMISSIONS));
    }

    @Test
    void doesNotKeepJunkThatWasWrittenOverOurFile() {
        var plan = install(journal(NOTHING, OURS), new FileState.Regular(THEIRS, RIGHT, false));
        assertThat(plan.actions()).containsExactly(new NodeAction.Put(PLUGIN, Reason.OVERWRITTEN));
        assertThat(plan.originals()).isEmpty();
        assertThat(plan.intent()).isEqualTo(journal(NOTHING, OURS));
    }

    @Test
    void keepsANewerProgramThatSomebodyPutOverOurs() {
        var plan = install(journal(NOTHING, OURS), file(THEIRS, RIGHT));
        assertThat(plan.originals()).containsExactly(Map.entry(PATH, THEIRS));
        assertThat(plan.intent()).isEqualTo(journal(new Original.File(THEIRS, RIGHT), OURS));
    }

    @Test
    void repairsALinkThatWasPutInThePlaceOfOurFileAndKeepsTheOriginalOfBefore() {
        var original = new Original.File(THEIRS, RIGHT);
        var plan = install(journal(original, OURS), new FileState.Link("../x"));
        assertThat(plan.actions()).containsExactly(new NodeAction.Put(PLUGIN, Reason.OVERWRITTEN));
        assertThat(plan.intent()).isEqualTo(journal(original, OURS));
    }

    /** A kubeconfig at a path of before: whose it is now decides whether it is kept. */
    @ParameterizedTest
    @CsvSource({
        "absent, false, ''",
        "theirs, false, ''",
        "absent, true, DELETED",
        "ours, true, ''",
        "old, true, OUTDATED",
        "theirs, true, Forget",
        "link, true, Forget",
        "directory, true, ''",
    })
    void aFileThatYieldsIsWrittenOnlyWhereItIsStillOurs(String there, boolean known, String outcome) {
        var journal = known ? journal(NOTHING, OLD) : Journal.EMPTY;
        var file = new DesiredFile(PATH, PLUGIN.content(), RIGHT, EntryKind.KUBECONFIG, true);
        var desired = new Desired(EntryOwner.DAEMON, Optional.empty(), List.of(file), List.of(), List.of());

        var plan = NodePlan.of(
                desired,
                observed(
                        journal,
                        switch (there) {
                            case "absent" -> new FileState.Absent();
                            case "ours" -> file(OURS, RIGHT);
                            case "old" -> file(OLD, RIGHT);
                            case "link" -> new FileState.Link("../x");
                            case "directory" -> new FileState.Unusable("it is a directory");
                            default -> file(THEIRS, RIGHT);
                        }));

        assertThat(plan.actions())
                .isEqualTo(
                        switch (outcome) {
                            case "" -> List.of();
                            case "Forget" -> List.of(new NodeAction.Forget(PATH, "what lies there is not ours"));
                            default -> List.of(new NodeAction.Put(file, Reason.valueOf(outcome)));
                        });
        assertThat(plan.obstacles()).hasSize(there.equals("directory") ? 1 : 0);
    }

    @Test
    void touchesNoDirectoryThatHasTheNameOfAFile() {
        var plan = install(Journal.EMPTY, new FileState.Unusable("it is a directory"));
        assertThat(plan.obstacles()).containsExactly(new Obstacle(PATH, "cannot be used: it is a directory"));
        assertThat(plan.changes(Journal.EMPTY)).isFalse();
    }

    @Test
    void waitsWhileSomebodyKeepsUndoingIt() {
        var journal = journal(NOTHING, OURS);
        var plan = NodePlan.of(
                desired(true),
                Sight.observed(
                        journal,
                        Map.of(PATH, new FileState.Absent()),
                        Map.of(),
                        Map.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(PATH),
                        Boot.UNKNOWN));
        assertThat(plan.obstacles())
                .containsExactly(new Obstacle(PATH, "is not as it should be: another process keeps undoing it"));
        assertThat(plan.changes(journal)).isFalse();
    }

    @Test
    void makesTheDirectoriesThatAreMissingAndWritesThemDown() {
        var observed = Sight.observed(
                Journal.EMPTY,
                Map.of(),
                Map.of(),
                Map.of(),
                Set.of(),
                Set.of("/opt/cni/bin", "/opt/cni", "/etc/not/desired"),
                Set.of(),
                Boot.UNKNOWN);
        var plan = NodePlan.of(desired(true), observed);
        assertThat(plan.actions())
                .containsExactly(
                        new NodeAction.MakeDirectory("/opt/cni"),
                        new NodeAction.MakeDirectory("/opt/cni/bin"),
                        new NodeAction.Put(PLUGIN, Reason.NEW));
        assertThat(plan.intent().directories()).containsExactly("/opt/cni", "/opt/cni/bin");
    }

    @Test
    void keepsADirectoryWhereSomethingIsInTheWay() {
        var journal = journal(NOTHING, OURS).withDirectory("/opt/cni/bin");
        var plan = remove(journal, new FileState.Unusable("it is a directory"));
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.obstacles()).containsExactly(new Obstacle(PATH, "cannot be used: it is a directory"));
    }

    @Test
    void removesWhatIsOurs() {
        assertThat(remove(journal(NOTHING, OURS), file(OURS, RIGHT)).actions())
                .containsExactly(new NodeAction.GiveBack(PATH, NOTHING));
    }

    @Test
    void givesBackWhatWasThereBefore() {
        var original = new Original.File(THEIRS, RIGHT);
        assertThat(remove(journal(original, OURS), file(OURS, RIGHT)).actions())
                .containsExactly(new NodeAction.GiveBack(PATH, original));
        assertThat(remove(journal(original, OURS), new FileState.Absent()).actions())
                .containsExactly(new NodeAction.GiveBack(PATH, original));
    }

    @Test
    void leavesANewerFileOfSomebodyElseOnRemoval() {
        var original = new Original.File(OLD, RIGHT);
        assertThat(remove(journal(original, OURS), file(THEIRS, RIGHT)).actions())
                .containsExactly(new NodeAction.Forget(PATH, "what lies there is not ours"));
    }

    @Test
    void forgetsWhatIsGoneAndWhatBecameALink() {
        assertThat(remove(journal(NOTHING, OURS), new FileState.Absent()).actions())
                .containsExactly(new NodeAction.Forget(PATH, "nothing lies there"));
        assertThat(remove(journal(NOTHING, OURS), new FileState.Link("../x")).actions())
                .containsExactly(new NodeAction.Forget(PATH, "what lies there is not ours"));
    }

    @ParameterizedTest
    @CsvSource({"/opt/cni, false", "/opt, false", "/opt/cni/bin2, true", "/opt/cn, true", "/etc, true"})
    void removesTheDirectoriesBelowWhichNothingIsWanted(String directory, boolean goes) {
        var plan = install(Journal.EMPTY.withDirectory(directory), file(OURS, RIGHT));

        assertThat(plan.actions()).isEqualTo(goes ? List.of(new NodeAction.RemoveDirectory(directory)) : List.of());
    }

    /** Pods would find a network that names a plugin which is not there yet. */
    @Test
    void writesNoNetworkOfOursWhileThePluginCannotBeWritten() {
        var network =
                new DesiredFile("/etc/cni/net.d/05-linkerd.conf", new Content.Text("{}"), RIGHT, EntryKind.NETWORK);
        var desired = new Desired(EntryOwner.DAEMON, Optional.empty(), List.of(network, PLUGIN), List.of(), List.of());

        assertThat(NodePlan.of(desired, observed(Journal.EMPTY, new FileState.Absent()))
                        .actions())
                .containsExactly(new NodeAction.Put(PLUGIN, Reason.NEW), new NodeAction.Put(network, Reason.NEW));
        assertThat(NodePlan.of(desired, observed(Journal.EMPTY, new FileState.Unusable("it is a directory")))
                        .actions())
                .isEmpty();
    }

    @Test
    void endsANetworkOfOursBeforeThePluginAndKeepsThePluginWhereTheNetworkStays() {
        var path = "/etc/cni/net.d/05-linkerd.conf";
        var journal = Journal.EMPTY
                .with(new JournalEntry(path, EntryKind.NETWORK, EntryOwner.DAEMON, List.of(OLD), NOTHING))
                .with(new JournalEntry(PATH, EntryKind.PLUGIN, EntryOwner.DAEMON, List.of(OURS), NOTHING));
        var nothing = Desired.nothing(EntryOwner.DAEMON);

        assertThat(NodePlan.of(nothing, observed(journal, Map.of(path, file(OLD, RIGHT), PATH, file(OURS, RIGHT))))
                        .actions())
                .containsExactly(new NodeAction.GiveBack(path, NOTHING), new NodeAction.GiveBack(PATH, NOTHING));
        Map<String, FileState> stuck =
                Map.of(path, new FileState.Unusable("it is a directory"), PATH, file(OURS, RIGHT));
        assertThat(NodePlan.of(nothing, observed(journal, stuck)).actions()).isEmpty();
    }

    @Test
    void anObstacleElsewhereKeepsNothingFromItsEnd() {
        var old = "/etc/cni/old/kubeconfig";
        var journal = Journal.EMPTY
                .withDirectory("/etc/cni/old")
                .with(new JournalEntry(old, EntryKind.KUBECONFIG, EntryOwner.DAEMON, List.of(OLD), NOTHING));
        var files = new HashMap<String, FileState>();
        files.put(PATH, new FileState.Unusable("it is a directory"));
        files.put(old, file(OLD, RIGHT));

        var plan = NodePlan.of(desired(true), observed(journal, files));

        assertThat(plan.obstacles()).extracting(Obstacle::path).containsExactly(PATH);
        assertThat(plan.actions())
                .containsExactly(new NodeAction.GiveBack(old, NOTHING), new NodeAction.RemoveDirectory("/etc/cni/old"));
    }

    @Test
    void removesInTheReverseOrderOfInstallation() {
        var journal = journal(NOTHING, OURS)
                .with(new JournalEntry(
                        "/etc/cni/x/kubeconfig", EntryKind.KUBECONFIG, EntryOwner.DAEMON, List.of(OLD), NOTHING))
                .withDirectory("/etc/cni")
                .withDirectory("/etc/cni/x");
        var observed = Sight.observed(
                journal,
                Map.of(PATH, file(OURS, RIGHT), "/etc/cni/x/kubeconfig", file(OLD, RIGHT)),
                Map.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                Boot.UNKNOWN);
        assertThat(NodePlan.of(Desired.nothing(EntryOwner.DAEMON), observed).actions())
                .containsExactly(
                        new NodeAction.GiveBack("/etc/cni/x/kubeconfig", NOTHING),
                        new NodeAction.GiveBack(PATH, NOTHING),
                        new NodeAction.RemoveDirectory("/etc/cni/x"),
                        new NodeAction.RemoveDirectory("/etc/cni"));
    }

    @Test
    void leavesWhatIsNotDesiredAloneUntilAllIsKnown() {
        var journal = journal(NOTHING, OURS)
                .with(new JournalEntry("/old", EntryKind.PLUGIN, EntryOwner.DAEMON, List.of(OLD), NOTHING));
        var observed = Sight.observed(
                journal,
                Map.of(PATH, file(OURS, RIGHT), "/old", file(OLD, RIGHT)),
                Map.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                Boot.UNKNOWN);
        assertThat(NodePlan.of(desired(false), observed).actions()).isEmpty();
        assertThat(NodePlan.of(desired(true), observed).actions())
                .containsExactly(new NodeAction.GiveBack("/old", NOTHING));
    }

    @Test
    void remembersThePlatform() {
        var desired = new Desired(
                EntryOwner.DAEMON, Optional.of(NodePlatform.OPENSHIFT), List.of(), List.of(), List.of("waiting"));
        var plan = NodePlan.of(
                desired,
                Sight.observed(
                        Journal.EMPTY, Map.of(), Map.of(), Map.of(), Set.of(), Set.of(), Set.of(), Boot.UNKNOWN));
        assertThat(plan.intent().platform()).isEqualTo("openshift");
    }

    /** A network that came first without the plugin kept lists of a former folder with the plugin in them for as long as it lay there. */
    @Test
    void aLastingTroubleOfOneNetworkHoldsUpNothingElse() {
        var plan = inTrouble("/etc/cni/net.d/05-first.json");

        assertThat(plan.actions())
                .containsExactly(
                        new NodeAction.GiveBack("/etc/old/10-a.conflist", NOTHING),
                        new NodeAction.GiveBack("/etc/cni/net.d/20-b.conflist", NOTHING));
    }

    /** It may name a kubeconfig of before. */
    @Test
    void aNetworkInTroubleThatHasThePluginStaysWithWhatItCalls() {
        var plan = inTrouble("/etc/cni/net.d/20-b.conflist");

        assertThat(plan.actions()).containsExactly(new NodeAction.GiveBack("/etc/old/10-a.conflist", NOTHING));
        assertThat(plan.obstacles()).isEmpty();
    }

    /** Its copy of a list has the plugin with the kubeconfig of before, which pods are started by until Multus is. */
    @Test
    void anEarlierKubeconfigStaysWhileMultusHasACopyThatReadsIt() {
        var plan = inTrouble("/etc/cni/net.d/00-multus.conf");

        assertThat(plan.actions()).doesNotContain(new NodeAction.GiveBack("/etc/old/kubeconfig", NOTHING));
    }

    /** The installer looked again and again without a pause, and never said that it was not ready: its folder was to be removed each time. */
    @Test
    void anEarlierKubeconfigThatStaysLeavesNothingToBeDone() {
        var kubeconfig = ours("/etc/old/kubeconfig", EntryKind.KUBECONFIG);
        var journal = journal(NOTHING, OURS).withDirectory("/etc/old").with(kubeconfig);

        var plan = inTrouble(
                "/etc/cni/net.d/00-multus.conf",
                journal,
                Map.of(PATH, file(OURS, RIGHT), kubeconfig.path(), file(OLD, RIGHT)));

        assertThat(plan.changes(journal)).isFalse();
    }

    /** So it was where a list had to stay as it is. */
    @Test
    void whatAListThatStaysCallsLeavesNothingToBeDone() {
        var kubeconfig = ours("/etc/old/kubeconfig", EntryKind.KUBECONFIG);
        var list = ours("/etc/cni/net.d/20-b.conflist", EntryKind.EDITED_LIST);
        var journal = journal(NOTHING, OURS)
                .withDirectory("/etc/old")
                .with(kubeconfig)
                .with(list);
        Map<String, FileState> files = Map.of(
                PATH,
                file(OURS, RIGHT),
                kubeconfig.path(),
                file(OLD, RIGHT),
                list.path(),
                new FileState.Unusable("it is a directory"));

        assertThat(NodePlan.of(desired(true), observed(journal, files)).changes(journal))
                .isFalse();
    }

    /** Lists and a kubeconfig of ours that are not wanted any more, while a network is in trouble. */
    private static NodePlan inTrouble(String network) {
        var journal = journal(NOTHING, OURS)
                .with(ours("/etc/old/kubeconfig", EntryKind.KUBECONFIG))
                .with(ours("/etc/cni/net.d/20-b.conflist", EntryKind.EDITED_LIST))
                .with(ours("/etc/old/10-a.conflist", EntryKind.EDITED_LIST));
        Map<String, FileState> files = Map.of(
                PATH,
                file(OURS, RIGHT),
                "/etc/old/kubeconfig",
                file(OLD, RIGHT),
                "/etc/cni/net.d/20-b.conflist",
                file(OLD, RIGHT),
                "/etc/old/10-a.conflist",
                file(OLD, RIGHT));
        return inTrouble(network, journal, files);
    }

    private static NodePlan inTrouble(String network, Journal journal, Map<String, FileState> files) {
        var desired = new Desired(
                EntryOwner.DAEMON,
                Optional.empty(),
                List.of(PLUGIN),
                List.of(),
                List.of(network + " is in trouble"),
                true,
                Optional.empty(),
                Set.of(network));
        return NodePlan.of(desired, observed(journal, files));
    }

    private static JournalEntry ours(String path, EntryKind kind) {
        return new JournalEntry(path, kind, EntryOwner.DAEMON, List.of(OLD), NOTHING);
    }

    private static NodePlan install(Journal journal, FileState state) {
        return NodePlan.of(desired(true), observed(journal, state));
    }

    private static NodePlan remove(Journal journal, FileState state) {
        return NodePlan.of(Desired.nothing(EntryOwner.DAEMON), observed(journal, state));
    }

    private static Observed observed(Journal journal, FileState state) {
        return observed(journal, Map.of(PATH, state));
    }

    private static NodePlan installWhere(Map<String, Fingerprint> stood, Journal journal, FileState there) {
        return NodePlan.of(
                desired(true),
                new Observed(
                        journal,
                        Map.of(PATH, there),
                        Map.of(),
                        Map.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        stood,
                        Boot.UNKNOWN));
    }

    private static Observed observed(Journal journal, Map<String, FileState> files) {
        return Sight.observed(journal, files, Map.of(), Map.of(), Set.of(), Set.of(), Set.of(), Boot.UNKNOWN);
    }

    private static Desired desired(boolean complete) {
        return new Desired(
                EntryOwner.DAEMON,
                Optional.empty(),
                List.of(PLUGIN),
                List.of(),
                complete ? List.of() : List.of("waiting"));
    }

    private static FileState file(Fingerprint fingerprint, Ownership ownership) {
        return new FileState.Regular(fingerprint, ownership, true);
    }

    private static Journal journal(Original original, Fingerprint... ours) {
        return Journal.EMPTY.with(new JournalEntry(PATH, EntryKind.PLUGIN, EntryOwner.DAEMON, List.of(ours), original));
    }
}
