// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.files.Fingerprint;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JournalTest {
    private static final EntryOwner VERB = new EntryOwner("verb");

    @Test
    void anEntryTakesThePlaceOfTheOneForItsPath() {
        var journal = Journal.EMPTY.with(entry("/a", EntryOwner.DAEMON)).with(entry("/b", VERB));

        var changed = journal.with(entry("/a", VERB));

        assertThat(changed.entries()).containsExactly(entry("/a", VERB), entry("/b", VERB));
        assertThat(changed.entriesOf(VERB)).hasSize(2);
        assertThat(journal.entriesOf(EntryOwner.DAEMON)).containsExactly(entry("/a", EntryOwner.DAEMON));
        assertThat(changed.without("/a").entry("/a")).isEmpty();
        assertThat(changed.without("/a").entry("/b")).contains(entry("/b", VERB));
    }

    /** A removal after an upgrade from 0.1.0 left the plugin's name in what the runtime had cached. */
    @ParameterizedTest
    @CsvSource({
        "UNSAID,      /opt/cni/bin/linkerd-cni,                   true,  false",
        "UNSAID,      /etc/cni/linkerd-multus/linkerd.kubeconfig, false, true",
        "UNSAID,      /etc/cnix/bin/linkerd-cni,                  true,  false",
        "PLUGIN,      /etc/cni/bin/linkerd-cni,                   true,  false",
        "KUBECONFIG,  /var/lib/k,                                 false, true",
        "NETWORK,     /opt/n.conf,                                false, false",
        "EDITED_LIST, /opt/n.conflist,                            false, false"
    })
    void whatRelease01DidNotSayIsToldByItsPath(EntryKind kind, String path, boolean plugin, boolean kubeconfig) {
        var entry = new JournalEntry(path, kind, EntryOwner.DAEMON, List.of(), new Original.Nothing());

        assertThat(entry.isPlugin()).isEqualTo(plugin);
        assertThat(entry.isKubeconfig()).isEqualTo(kubeconfig);
    }

    @Test
    void aDirectoryIsRememberedOnceAndInOrder() {
        var journal = Journal.EMPTY.withDirectory("/a").withDirectory("/a/b").withDirectory("/a");

        assertThat(journal.directories()).containsExactly("/a", "/a/b");
        assertThat(journal.withoutDirectory("/a").directories()).containsExactly("/a/b");
        assertThat(journal.isClean()).isFalse();
        assertThat(journal.withoutDirectory("/a").withoutDirectory("/a/b").isClean())
                .isTrue();
        assertThat(Journal.EMPTY.with(entry("/a", VERB)).isClean()).isFalse();
    }

    @Test
    void knowsWhatIsBelowADirectory() {
        var file = Journal.EMPTY.with(entry("/a/b/c", VERB));
        var directory = Journal.EMPTY.withDirectory("/a/b");

        assertThat(List.of(file.hasBelow("/a"), file.hasBelow("/a/b"), directory.hasBelow("/a")))
                .containsOnly(true);
        assertThat(List.of(file.hasBelow("/a/b/c"), file.hasBelow("/a/bb"), directory.hasBelow("/a/b")))
                .containsOnly(false);
    }

    @ParameterizedTest
    @CsvSource({
        "ns/one, daemon, ns/two, true",
        "ns/one, daemon, ns/one, false",
        "ns/one, verb,   ns/two, false",
        "ns/one, none,   ns/two, false",
        "'',     daemon, ns/two, false",
    })
    void isForeignToAnotherReleaseWhileItsDaemonHasTheNode(String owner, String has, String asks, boolean foreign) {
        var journal = Journal.EMPTY.ownedBy(owner);
        var filled = switch (has) {
            case "daemon" -> journal.with(entry("/a", EntryOwner.DAEMON)).with(entry("/b", VERB));
            case "verb" -> journal.with(entry("/b", VERB));
            default -> journal;
        };

        assertThat(filled.isForeignTo(asks)).isEqualTo(foreign);
    }

    @Test
    void aJournalOfADirectoryAloneIsForeignToo() {
        assertThat(Journal.EMPTY.ownedBy("ns/one").withDirectory("/a").isForeignTo("ns/two"))
                .isTrue();
    }

    @Test
    void keepsTheRestWhenOwnerOrPlatformBecomesAnother() {
        var journal = Journal.EMPTY.withDirectory("/a").with(entry("/a/b", VERB));

        assertThat(journal.ownedBy("ns/one").withPlatform("k3s"))
                .isEqualTo(new Journal("ns/one", "k3s", journal.directories(), journal.entries()));
    }

    @Test
    void anEntryKnowsItsFolderAndWhenAListThatWeMadeWasThere() {
        var boot = new Boot("1");

        assertThat(entry("/a/b", VERB).folder()).isEqualTo("/a");
        assertThat(entry("/a", VERB).folder()).isEqualTo("/");
        assertThat(entry("/a", VERB).seenIn(boot).seen()).isEqualTo(Boot.UNKNOWN);
        var list = new JournalEntry("/l", EntryKind.CONVERTED_LIST, VERB, List.of(), new Original.Nothing());
        assertThat(list.seenIn(boot).seen()).isEqualTo(boot);
        assertThat(list.seenIn(boot).seenIn(Boot.UNKNOWN).seen()).isEqualTo(boot);
    }

    @Test
    void anEntryThatGetsAnotherOriginalStaysAsItIsOtherwise() {
        var print = new Fingerprint("3-0000000a-0000000b");
        var list = new JournalEntry(
                "/l", EntryKind.CONVERTED_LIST, VERB, List.of(print), new Original.Nothing(), new Boot("1"));
        var link = new Original.Link("../x");

        assertThat(list.with(link))
                .isEqualTo(new JournalEntry("/l", EntryKind.CONVERTED_LIST, VERB, List.of(print), link, new Boot("1")));
        assertThat(list.isOurs(print)).isTrue();
        assertThat(list.isOurs(new Fingerprint("4-0000000a-0000000b"))).isFalse();
    }

    @Test
    void theDaemonHasANameForPeople() {
        assertThat(EntryOwner.DAEMON).hasToString("the installer's daemon");
        assertThat(VERB).hasToString("verb");
    }

    private static JournalEntry entry(String path, EntryOwner owner) {
        return new JournalEntry(path, EntryKind.PLUGIN, owner, List.of(), new Original.Nothing());
    }
}
