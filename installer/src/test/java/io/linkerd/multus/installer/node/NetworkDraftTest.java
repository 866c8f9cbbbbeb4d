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
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkDraftTest {
    private static final String LIST = "/etc/cni/net.d/10-ovn.conflist";
    private static final String SINGLE = "/etc/cni/net.d/10-ovn.conf";
    private static final Ownership OWNER = new Ownership(0, 0, 0644);
    private static final Content.Text THEIRS = new Content.Text("{\"type\":\"ovn\"}");
    private static final Content.Text OURS = new Content.Text("{\"plugins\":[{\"type\":\"ovn\"},{}]}");
    private static final Content.Text NEWER = new Content.Text("{\"type\":\"newer\"}");
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

    /** The columns: what lies at the single network's path, what at its list's, the actions, and how many obstacles there are. */
    @ParameterizedTest
    @CsvSource({
        "theirs,    absent,    CHAINED Retire,     0",
        "link,      absent,    CHAINED Retire,     0",
        "newer,     absent,    '',                 1",
        "absent,    absent,    '',                 1",
        "directory, absent,    '',                 1",
        "theirs,    ours,      Retire,             0",
        "theirs,    before,    OUTDATED Retire,    0",
        "theirs,    gone,      OVERWRITTEN Retire, 0",
        "theirs,    newer,     '',                 1",
        "theirs,    link,      '',                 1",
        "theirs,    directory, '',                 1",
    })
    void aSingleNetworkGoesOnlyWhereItsListIsThere(String single, String list, String actions, int obstacles) {
        var journal = Set.of("ours", "before", "gone").contains(list)
                ? Journal.EMPTY.with(entry(LIST, EntryKind.CONVERTED_LIST, BEFORE, OURS))
                : Journal.EMPTY;

        var plan = convert(journal, Map.of(SINGLE, state(single), LIST, state(list)), Set.of());

        assertThat(told(plan)).isEqualTo(actions);
        assertThat(plan.obstacles()).hasSize(obstacles);
        var retired = plan.intent().entry(SINGLE).map(JournalEntry::original);
        if (actions.isEmpty()) {
            assertThat(retired).isEmpty();
            assertThat(plan.pristine()).isEmpty();
        } else if (single.equals("link")) {
            assertThat(retired).contains(new Original.Link("../x"));
            assertThat(plan.pristine()).isEmpty();
        } else {
            assertThat(retired).contains(new Original.File(THEIRS.fingerprint(), OWNER));
            assertThat(plan.pristine()).containsExactly(THEIRS);
        }
    }

    @Test
    void bothTextsOfAListAreOursWhileOneReplacesTheOther() {
        var journal = Journal.EMPTY.with(entry(LIST, EntryKind.CONVERTED_LIST, BEFORE));

        var plan = convert(journal, Map.of(LIST, regular(BEFORE)), Set.of());

        assertThat(plan.intent().entry(LIST)).contains(entry(LIST, EntryKind.CONVERTED_LIST, BEFORE, OURS));
    }

    @ParameterizedTest
    @ValueSource(strings = {LIST, SINGLE})
    void aNetworkThatAVerbHasPutThereStaysAsItIs(String path) {
        var verb = new EntryOwner("cni-node");
        var journal =
                Journal.EMPTY.with(new JournalEntry(path, EntryKind.NETWORK, verb, List.of(), new Original.Nothing()));

        var plan = convert(journal, Map.of(), Set.of());

        assertThat(plan.changes(journal)).isFalse();
        assertThat(plan.obstacles()).isEmpty();
    }

    @Test
    void aSingleNetworkStaysWhileItKeepsComingBack() {
        var plan = convert(Journal.EMPTY, Map.of(), Set.of(SINGLE));

        assertThat(plan.changes(Journal.EMPTY)).isFalse();
        assertThat(plan.obstacles()).singleElement().asString().contains(SINGLE + " is not as it should be");
    }

    /**
     * The columns: what lies there, the texts in the journal, the actions, whether the owner's text is kept from now on, and how many
     * obstacles there are. The edit was made of {@code before}.
     */
    @ParameterizedTest
    @CsvSource({
        "before,    none,   CHAINED,     true,  0",
        "before,    newer,  OVERWRITTEN, true,  0",
        "before,    before, OUTDATED,    false, 0",
        "ours,      none,   '',          true,  0",
        "ours,      newer,  '',          true,  0",
        "ours,      ours,   '',          false, 0",
        "newer,     none,   '',          false, 1",
        "absent,    none,   '',          false, 1",
        "link,      none,   '',          false, 1",
        "directory, none,   '',          false, 1",
    })
    void aListIsEditedWhereItIsWhatTheEditWasMadeOf(
            String there, String known, String actions, boolean kept, int obstacles) {
        var journal = known.equals("none")
                ? Journal.EMPTY
                : Journal.EMPTY.with(entry(LIST, EntryKind.EDITED_LIST, text(known)));

        var plan = edit(journal, Map.of(LIST, state(there)), Set.of());

        assertThat(told(plan)).isEqualTo(actions);
        assertThat(plan.pristine()).isEqualTo(kept ? List.of(THEIRS) : List.of());
        assertThat(plan.obstacles()).hasSize(obstacles);
        assertThat(plan.intent().entry(LIST).map(JournalEntry::original))
                .isEqualTo(
                        kept
                                ? Optional.of(new Original.File(THEIRS.fingerprint(), OWNER))
                                : journal.entry(LIST).map(JournalEntry::original));
    }

    @Test
    void aListThatWasMadeOfASingleNetworkStaysOneWhenItIsEdited() {
        var journal = Journal.EMPTY.with(entry(LIST, EntryKind.CONVERTED_LIST, BEFORE));

        var plan = edit(journal, Map.of(LIST, regular(BEFORE)), Set.of());

        assertThat(plan.intent().entry(LIST)).contains(entry(LIST, EntryKind.CONVERTED_LIST, BEFORE, OURS));
    }

    @Test
    void nothingIsKeptOfAListThatMayNotBeWritten() {
        var plan = edit(Journal.EMPTY, Map.of(LIST, regular(BEFORE)), Set.of(LIST));

        assertThat(plan.changes(Journal.EMPTY)).isFalse();
        assertThat(plan.pristine()).isEmpty();
    }

    private static NodePlan edit(Journal journal, Map<String, FileState> files, Set<String> postponed) {
        var network =
                new DesiredNetwork.Edited(LIST, new Content.Edit(OURS.text(), BEFORE.fingerprint()), OWNER, THEIRS);
        return NodePlan.of(
                new Desired(EntryOwner.DAEMON, Optional.empty(), List.of(), List.of(network), List.of()),
                observed(journal, files, postponed));
    }

    private static NodePlan convert(Journal journal, Map<String, FileState> more, Set<String> postponed) {
        var network = new DesiredNetwork.Converted(
                LIST, OURS, SINGLE, new NetworkFile.Text(SINGLE, THEIRS.text(), THEIRS.fingerprint(), OWNER), THEIRS);
        var files = new HashMap<String, FileState>();
        files.put(SINGLE, regular(THEIRS));
        files.putAll(more);
        return NodePlan.of(
                new Desired(EntryOwner.DAEMON, Optional.empty(), List.of(), List.of(network), List.of()),
                observed(journal, files, postponed));
    }

    private static Observed observed(Journal journal, Map<String, FileState> files, Set<String> postponed) {
        return Sight.observed(journal, files, Map.of(), Map.of(), Set.of(), Set.of(), postponed, Boot.UNKNOWN);
    }

    private static FileState regular(Content.Text text) {
        return new FileState.Regular(text.fingerprint(), OWNER, false);
    }

    private static FileState state(String name) {
        return switch (name) {
            case "absent", "gone" -> new FileState.Absent();
            case "link" -> new FileState.Link("../x");
            case "directory" -> new FileState.Unusable("it is a directory");
            default -> regular(text(name));
        };
    }

    private static Content.Text text(String name) {
        return switch (name) {
            case "theirs" -> THEIRS;
            case "ours" -> OURS;
            case "before" -> BEFORE;
            default -> NEWER;
        };
    }

    private static JournalEntry entry(String path, EntryKind kind, Content.Text... ours) {
        return new JournalEntry(
                path,
                kind,
                EntryOwner.DAEMON,
                List.of(ours).stream().map(Content.Text::fingerprint).toList(),
                new Original.Nothing());
    }

    /** The reasons of what is written, and what is retired. */
    private static String told(NodePlan plan) {
        return plan.actions().stream()
                .map(action -> switch (action) {
                    case NodeAction.Put(var file, var reason) -> {
                        assertThat(file.path()).isEqualTo(LIST);
                        assertThat(file.content().fingerprint()).isEqualTo(OURS.fingerprint());
                        yield reason.name();
                    }
                    case NodeAction.Retire(var path, var list, var made, var _) -> {
                        assertThat(List.of(path, list)).containsExactly(SINGLE, LIST);
                        assertThat(made).isEqualTo(THEIRS.fingerprint());
                        yield "Retire";
                    }
                    default -> action.toString();
                })
                .collect(Collectors.joining(" "));
    }
}
