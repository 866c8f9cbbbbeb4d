// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.node.network.DesiredNetwork;
import io.linkerd.multus.installer.node.network.NetworkFile;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Ownership;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NetworkDraftTest {
    private static final String LIST = "/etc/cni/net.d/10-ovn.conflist";
    private static final String SINGLE = "/etc/cni/net.d/10-ovn.conf";
    private static final Ownership OWNER = new Ownership(0, 0, 0644);
    private static final Content.Text THEIRS = new Content.Text("{\"type\":\"ovn\"}");
    private static final Content.Text OURS = new Content.Text("{\"plugins\":[{\"type\":\"ovn\"},{}]}");
    private static final Content.Text BEFORE = new Content.Text("{\"plugins\":[{\"type\":\"ovn\",\"mtu\":1400},{}]}");

    /** The node would be without a network until its list may be written again, and then its owner's file would be forgotten. */
    @Test
    void aSingleNetworkStaysWhileItsListMayNotBeWritten() {
        var plan = convert(Journal.EMPTY, Map.of(), Set.of(LIST));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.intent()).isEqualTo(Journal.EMPTY);
        assertThat(plan.obstacles()).singleElement().asString().contains(LIST + " is not as it should be");
    }

    @Test
    void aSingleNetworkThatWasMadeAnewStaysWhileItsListMayNotBeWritten() {
        var journal = Journal.EMPTY.with(new JournalEntry(
                LIST,
                EntryKind.CONVERTED_LIST,
                EntryOwner.DAEMON,
                List.of(BEFORE.fingerprint()),
                new Original.Nothing()));

        var plan = convert(journal, Map.of(LIST, regular(BEFORE)), Set.of(LIST));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.intent()).isEqualTo(journal);
    }

    /** Else whoever goes on removing it is never given way to. */
    @Test
    void aListThatSomebodyRemovedIsMadeAgainAsARepair() {
        var journal = Journal.EMPTY
                .with(new JournalEntry(
                        LIST,
                        EntryKind.CONVERTED_LIST,
                        EntryOwner.DAEMON,
                        List.of(OURS.fingerprint()),
                        new Original.Nothing()))
                .with(new JournalEntry(
                        SINGLE,
                        EntryKind.CONVERTED_SINGLE,
                        EntryOwner.DAEMON,
                        List.of(),
                        new Original.File(THEIRS.fingerprint(), OWNER)));

        var first = NodePlan.of(Desired.nothing(EntryOwner.DAEMON), observed(journal, Map.of(), Set.of()));
        assertThat(first.actions())
                .containsExactly(new NodeAction.GiveBack(SINGLE, new Original.File(THEIRS.fingerprint(), OWNER)));

        var second = convert(journal.without(SINGLE), Map.of(), Set.of());
        assertThat(second.actions())
                .filteredOn(NodeAction.Put.class::isInstance)
                .singleElement()
                .isEqualTo(new NodeAction.Put(
                        new DesiredFile(LIST, OURS, OWNER, EntryKind.CONVERTED_LIST), Reason.OVERWRITTEN));
    }

    private static NodePlan convert(Journal journal, Map<String, FileState> more, Set<String> postponed) {
        var network = new DesiredNetwork.Converted(
                LIST, OURS, SINGLE, new NetworkFile.Text(SINGLE, THEIRS.text(), THEIRS.fingerprint(), OWNER), THEIRS);
        var files = new HashMap<>(more);
        files.put(SINGLE, regular(THEIRS));
        return NodePlan.of(
                new Desired(EntryOwner.DAEMON, Optional.empty(), List.of(), List.of(network), List.of()),
                observed(journal, files, postponed));
    }

    private static Observed observed(Journal journal, Map<String, FileState> files, Set<String> postponed) {
        return new Observed(journal, files, Map.of(), Set.of(), Set.of(), postponed, Boot.UNKNOWN);
    }

    private static FileState regular(Content.Text text) {
        return new FileState.Regular(text.fingerprint(), OWNER, false);
    }
}
