// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.node.network.DesiredNetwork;
import io.linkerd.multus.installer.node.network.NetworkFile;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Ownership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DesiredTest {
    private static final Ownership OWNER = new Ownership(0, 0, 0644);
    private static final Content.Text TEXT = new Content.Text("{}");

    @Test
    void looksAtTheFilesTheNetworksAndWhatTheyWereMadeOf() {
        var desired = desired();

        assertThat(desired.paths()).containsExactly("/opt/bin/p", "/net/a.conflist", "/net/b.conflist", "/net/b.conf");
        assertThat(List.of(desired.wants("/net/b.conf"), desired.wants("/kept/k")))
                .containsOnly(true);
        assertThat(desired.wants("/kept")).isFalse();
    }

    /** What is left as it is keeps its directory, and gets none. */
    @Test
    void makesDirectoriesForWhatIsWrittenAlone() {
        assertThat(desired().written()).containsExactly("/net", "/opt", "/opt/bin");
        assertThat(desired().directories()).containsExactly("/kept", "/net", "/opt", "/opt/bin");
    }

    /** The networks go first, while the plugin that running pods are torn down with stays. */
    @Test
    void withoutNetworksAllThatTheyCallStays() {
        var journal = Journal.EMPTY
                .with(entry("/opt/bin/p", EntryKind.PLUGIN, EntryOwner.DAEMON))
                .with(entry("/opt/k", EntryKind.KUBECONFIG, EntryOwner.DAEMON))
                .with(entry("/net/own.conf", EntryKind.NETWORK, EntryOwner.DAEMON))
                .with(entry("/net/a.conflist", EntryKind.EDITED_LIST, EntryOwner.DAEMON))
                .with(entry("/opt/bin/vlan", EntryKind.PLUGIN, new EntryOwner("cni-node")));

        var desired = Desired.withoutNetworks(journal);

        assertThat(desired.owner()).isEqualTo(EntryOwner.DAEMON);
        assertThat(desired.untouched()).containsExactlyInAnyOrder("/opt/bin/p", "/opt/k");
        assertThat(desired.paths()).isEmpty();
        assertThat(desired.isWaiting()).isFalse();
    }

    @Test
    void waitsForAProblemAndForWhatIsNotSettledYet() {
        assertThat(desired().isWaiting()).isTrue();
        assertThat(Desired.nothing(EntryOwner.DAEMON).isWaiting()).isFalse();
        assertThat(new Desired(EntryOwner.DAEMON, Optional.empty(), List.of(), List.of(), List.of("no token"))
                        .isWaiting())
                .isTrue();
    }

    /** A name of bytes that are no text here: each look at the node failed. */
    @Test
    void aNetworkThatIsLeftAloneMayHaveANameThatNoPathHas() {
        var desired = new Desired(
                EntryOwner.DAEMON,
                Optional.empty(),
                List.of(),
                List.of(),
                List.of("a file's name cannot be read"),
                true,
                Optional.empty(),
                Set.of("/etc/cni/\0.conflist"));

        assertThat(desired.directories()).containsExactly("/etc", "/etc/cni");
    }

    private static Desired desired() {
        var single = new NetworkFile.Text("/net/b.conf", TEXT.text(), TEXT.fingerprint(), OWNER);
        return new Desired(
                EntryOwner.DAEMON,
                Optional.empty(),
                List.of(new DesiredFile("/opt/bin/p", TEXT, OWNER, EntryKind.PLUGIN)),
                List.of(
                        new DesiredNetwork.Edited(
                                "/net/a.conflist", new Content.Edit("{}", TEXT.fingerprint()), OWNER, TEXT),
                        new DesiredNetwork.Converted("/net/b.conflist", TEXT, "/net/b.conf", single, TEXT)),
                List.of(),
                true,
                Optional.of(Duration.ofSeconds(1)),
                Set.of("/kept/k"));
    }

    private static JournalEntry entry(String path, EntryKind kind, EntryOwner owner) {
        return new JournalEntry(path, kind, owner, List.of(), new Original.Nothing());
    }
}
