// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.node.network.NetworkFile;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the networks of other owners when the plugin is taken out of them, by what lies at their paths. */
class ListEndTest {
    private static final String LIST = "/etc/cni/net.d/10-ovn.conflist";
    private static final String SINGLE = "/etc/cni/net.d/10-ovn.conf";
    private static final Ownership OWNER = new Ownership(0, 4, 0640);
    private static final String PRISTINE = "{\"name\":\"n\",\"plugins\":[{\"type\":\"ovn\"}]}";
    private static final String OURS = PRISTINE.replace("]", ",{\"type\":\"linkerd-cni\"}]");
    private static final Original KEPT = new Original.File(Fingerprint.ofText("kept"), OWNER);

    /** By their names: what may lie at the path of a list. */
    private static final Map<String, String> TEXTS = Map.of(
            "pristine",
            PRISTINE,
            "ours",
            OURS,
            "newer",
            OURS.replace("\"n\"", "\"newer\""),
            "without",
            PRISTINE.replace("\"n\"", "\"newer\""),
            "torn",
            OURS.substring(0, 40));

    /** The columns: what lies there, what was read a moment later, whether the kept original is damaged, the outcome, and why it stays. */
    @ParameterizedTest
    @CsvSource({
        "absent,    none,       false, Forget,           ''",
        "ours,      none,       false, GiveBack,         ''",
        "ours,      ours,       true,  TakeOut pristine, ''",
        "newer,     newer,      false, TakeOut without,  ''",
        "newer,     newer,      true,  TakeOut without,  ''",
        "without,   without,    false, Forget,           ''",
        "torn,      torn,       false, stays,            is no network any more",
        "newer,     torn,       false, stays,            is being changed",
        "newer,     none,       false, stays,            is gone",
        "newer,     unreadable, false, stays,            cannot be read; our plugin may be in it still",
        "newer,     directory,  false, Forget,           ''",
        "link,      none,       false, Forget,           ''",
        "directory, none,       false, stays,            cannot be used: it is a directory",
    })
    void aListThatWasEdited(String there, String read, boolean damaged, String outcome, String reason) {
        var journal = journal(entry(LIST, EntryKind.EDITED_LIST, KEPT, OURS));

        var plan = end(journal, Map.of(LIST, state(there)), read, damaged ? Set.of(LIST) : Set.of());

        assertThat(told(plan, journal)).isEqualTo(outcome + " " + LIST);
        assertThat(plan.obstacles()).allMatch(obstacle -> obstacle.reason().contains(reason));
        assertThat(plan.changes(journal)).isEqualTo(!outcome.equals("stays"));
    }

    /**
     * The columns: what lies at the path of the list, what at that of the single network, whether the journal knows the latter, whether the
     * kept original of the latter is damaged, and the outcome.
     */
    @ParameterizedTest
    @CsvSource({
        "absent,    absent, true,  false, GiveBack single",
        "absent,    absent, true,  true,  stays single",
        "absent,    newer,  true,  false, Forget list; Forget single",
        "absent,    absent, false, false, Forget list",
        "ours,      absent, true,  false, Unconvert list single",
        "ours,      absent, true,  true,  TakeOut pristine list",
        "ours,      newer,  true,  true,  GiveBack list; Forget single",
        "ours,      newer,  true,  false, GiveBack list; Forget single",
        "ours,      absent, false, false, GiveBack list",
        "newer,     absent, true,  false, TakeOut without list",
        "newer,     newer,  true,  false, TakeOut without list",
        "link,      absent, true,  false, Forget list",
        "link,      newer,  true,  false, Forget list; Forget single",
        "directory, newer,  true,  false, stays list",
    })
    void aListThatWasMadeOfASingleNetwork(String list, String single, boolean known, boolean damaged, String outcome) {
        var converted = journal(entry(LIST, EntryKind.CONVERTED_LIST, new Original.Nothing(), OURS));
        var journal = known ? converted.with(entry(SINGLE, EntryKind.CONVERTED_SINGLE, KEPT)) : converted;

        var plan = end(
                journal, Map.of(LIST, state(list), SINGLE, state(single)), list, damaged ? Set.of(SINGLE) : Set.of());

        assertThat(told(plan, journal)).isEqualTo(outcome.replace("list", LIST).replace("single", SINGLE));
    }

    @Test
    void aSingleNetworkWhoseListIsNotInTheJournalIsForgotten() {
        var journal = journal(entry(SINGLE, EntryKind.CONVERTED_SINGLE, KEPT));

        var plan = end(journal, Map.of(), "none", Set.of());

        assertThat(told(plan, journal)).isEqualTo("Forget " + SINGLE);
    }

    /** A power cut between the journal and the first action must not make a list of this boot of one that the last boot had. */
    @Test
    void aNetworkThatWentWithAnEarlierBootIsForgottenAndNotTakenForSeenInThisOne() {
        var list = entry(LIST, EntryKind.CONVERTED_LIST, new Original.Nothing(), OURS)
                .seenIn(new Boot("first"));
        var journal = journal(list).with(entry(SINGLE, EntryKind.CONVERTED_SINGLE, KEPT));

        var plan = NodePlan.of(
                Desired.nothing(EntryOwner.DAEMON),
                Sight.observed(
                        journal, Map.of(), Map.of(), Map.of(), Set.of(), Set.of(), Set.of(), new Boot("second")));

        assertThat(told(plan, journal)).isEqualTo("Forget " + LIST + "; Forget " + SINGLE);
        assertThat(plan.intent().entry(LIST)).contains(list);
    }

    /** Lists of both kinds may have the name that a list made of the single network would have. */
    @ParameterizedTest
    @CsvSource({
        "/net/a.conf,      /net/a.conflist,           CONVERTED_LIST, true",
        "/net/a.conf,      /net/a.conf.conflist,      CONVERTED_LIST, true",
        "/net/a.conf,      /net/a.conflist,           EDITED_LIST,    false",
        "/net/a.conf.conf, /net/a.conf.conflist,      CONVERTED_LIST, false",
        "/net/a.conf.conf, /net/a.conf.conf.conflist, CONVERTED_LIST, true",
        "/net/a.conf,      /net/b.conflist,           CONVERTED_LIST, false",
    })
    void aSingleNetworkIsInTheListThatWasMadeOfIt(String single, String list, EntryKind kind, boolean made) {
        var journal = journal(entry(list, kind, new Original.Nothing()));
        var entry = entry(single, EntryKind.CONVERTED_SINGLE, KEPT);

        assertThat(Conversions.listOf(journal, single)).isEqualTo(made ? Optional.of(list) : Optional.empty());
        assertThat(Conversions.pathOfList(entry, journal)).isEqualTo(made ? list : single);
    }

    /** What the node's owner has lost by the conversion comes back even then; everything else stays until all is known. */
    @ParameterizedTest
    @CsvSource({
        "CONVERTED_LIST, absent, GiveBack single",
        "CONVERTED_LIST, ours, ''",
        "CONVERTED_LIST, link, ''",
        "EDITED_LIST, absent, ''",
        "EDITED_LIST, ours, ''",
    })
    void whileAnythingIsWaitedForOnlyALostNetworkComesBack(EntryKind kind, String there, String outcome) {
        var journal = journal(entry(LIST, kind, new Original.Nothing(), OURS))
                .with(entry(SINGLE, EntryKind.CONVERTED_SINGLE, KEPT));
        var waiting =
                new Desired(EntryOwner.DAEMON, Optional.empty(), List.of(), List.of(), List.of("waiting for a token"));

        var plan = NodePlan.of(waiting, observed(journal, Map.of(LIST, state(there)), Map.of(), Set.of()));

        assertThat(told(plan, journal)).isEqualTo(outcome.replace("single", SINGLE));
    }

    private static NodePlan end(Journal journal, Map<String, FileState> files, String read, Set<String> damaged) {
        var lists = new HashMap<String, NetworkFile>();
        switch (read) {
            case "none", "absent", "link" -> {}
            case "directory" -> lists.put(LIST, new NetworkFile.Directory(LIST));
            case "unreadable" -> lists.put(LIST, new NetworkFile.Unreadable(LIST, "cannot be read"));
            default -> {
                var text = TEXTS.getOrDefault(read, "");
                lists.put(LIST, new NetworkFile.Text(LIST, text, Fingerprint.ofText(text), OWNER));
            }
        }
        return NodePlan.of(Desired.nothing(EntryOwner.DAEMON), observed(journal, files, lists, damaged));
    }

    private static Observed observed(
            Journal journal, Map<String, FileState> files, Map<String, NetworkFile> lists, Set<String> damaged) {
        return Sight.observed(journal, files, lists, Map.of(), damaged, Set.of(), Set.of(), Boot.UNKNOWN);
    }

    private static FileState state(String name) {
        return switch (name) {
            case "absent" -> new FileState.Absent();
            case "link" -> new FileState.Link("../x");
            case "directory" -> new FileState.Unusable("it is a directory");
            default -> new FileState.Regular(Fingerprint.ofText(TEXTS.getOrDefault(name, "")), OWNER, false);
        };
    }

    /** The actions, then the obstacles, each as a word and a path. */
    private static String told(NodePlan plan, Journal journal) {
        return Stream.concat(
                        plan.actions().stream().map(action -> words(action, journal)),
                        plan.obstacles().stream().map(obstacle -> "stays " + obstacle.path()))
                .collect(Collectors.joining("; "));
    }

    private static String words(NodeAction action, Journal journal) {
        return switch (action) {
            case NodeAction.Forget(var path, var _) -> "Forget " + path;
            case NodeAction.GiveBack(var path, var original) -> {
                assertThat(journal.entry(path))
                        .get()
                        .extracting(JournalEntry::original)
                        .isEqualTo(original);
                yield "GiveBack " + path;
            }
            case NodeAction.Unconvert(var list, var single, var original) -> {
                assertThat(original).isEqualTo(KEPT);
                yield "Unconvert " + list + " " + single;
            }
            case NodeAction.TakeOut(var path, var content, var ownership, var note) -> {
                assertThat(ownership).isEqualTo(OWNER);
                assertThat(note).isNotBlank();
                yield "TakeOut " + name(content) + " " + path;
            }
            case NodeAction.TakeOutOfCopy(var edit) -> words(edit, journal) + " of a copy";
            case NodeAction.MakeDirectory _, NodeAction.Put _, NodeAction.Retire _, NodeAction.RemoveDirectory _ ->
                throw new AssertionError(action);
        };
    }

    /** Which of the texts is written; it has to be made of the one that lies there. */
    private static String name(Content.Edit content) {
        var made = content.text().equals(PRISTINE) ? "ours" : "newer";
        assertThat(content.base()).isEqualTo(Fingerprint.ofText(TEXTS.getOrDefault(made, "")));
        return TEXTS.entrySet().stream()
                .filter(known -> known.getValue().equals(content.text()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(content.text());
    }

    private static Journal journal(JournalEntry entry) {
        return Journal.EMPTY.with(entry);
    }

    private static JournalEntry entry(String path, EntryKind kind, Original original, String... ours) {
        return new JournalEntry(
                path,
                kind,
                EntryOwner.DAEMON,
                List.of(ours).stream().map(Fingerprint::ofText).toList(),
                original);
    }
}
