// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Ownership;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A changed kubeconfigPath was taken off the first nodes while attachments named it still: new pods broke there. */
class EarlierKubeconfigsTest {
    private static final String OLD = "/etc/cni/old/k";
    private static final DesiredFile NEW = new DesiredFile(
            "/etc/cni/new/k", new Content.Text("token"), new Ownership(0, 0, 0600), EntryKind.KUBECONFIG);

    private static JournalEntry entry(String path, EntryKind kind, EntryOwner owner) {
        return new JournalEntry(path, kind, owner, List.of(), new Original.Nothing());
    }

    private static Journal journal(JournalEntry... entries) {
        return new Journal("", "", List.of(), List.of(entries));
    }

    @Test
    void theOneOfBeforeIsWrittenBesideTheNewOneWithItsToken() {
        var journal = journal(
                entry(OLD, EntryKind.KUBECONFIG, EntryOwner.DAEMON),
                entry(NEW.path(), EntryKind.KUBECONFIG, EntryOwner.DAEMON));

        assertThat(EarlierKubeconfigs.of(journal, NEW, _ -> true))
                .containsExactly(new DesiredFile(OLD, NEW.content(), NEW.ownership(), EntryKind.KUBECONFIG));
    }

    @Test
    void itGoesWhenNoAttachmentMayNameIt() {
        var journal = journal(entry(OLD, EntryKind.KUBECONFIG, EntryOwner.DAEMON));

        assertThat(EarlierKubeconfigs.of(journal, NEW, _ -> false)).isEmpty();
    }

    /** After two changes in a row attachments may name the first path still. */
    @Test
    void eachOneThatMayBeNamedStays() {
        var journal = journal(
                entry(OLD, EntryKind.KUBECONFIG, EntryOwner.DAEMON),
                entry("/etc/cni/older/k", EntryKind.KUBECONFIG, EntryOwner.DAEMON),
                entry("/etc/cni/oldest/k", EntryKind.KUBECONFIG, EntryOwner.DAEMON));

        assertThat(EarlierKubeconfigs.of(journal, NEW, entry -> !entry.path().contains("oldest")))
                .extracting(DesiredFile::path)
                .containsExactly(OLD, "/etc/cni/older/k");
    }

    @Test
    void theOneOfRelease01IsKnownThoughItDoesNotSayWhatItIs() {
        var journal = journal(
                entry("/opt/cni/bin/linkerd-cni", EntryKind.UNSAID, EntryOwner.DAEMON),
                entry(OLD, EntryKind.UNSAID, EntryOwner.DAEMON));

        assertThat(EarlierKubeconfigs.of(journal, NEW, _ -> true))
                .extracting(DesiredFile::path)
                .containsExactly(OLD);
    }

    @Test
    void whatAnotherProgramOfOursHasThereIsNotItsOwn() {
        var journal = journal(
                entry(OLD, EntryKind.KUBECONFIG, new EntryOwner("verb")),
                entry("/opt/cni/bin/linkerd-cni", EntryKind.PLUGIN, EntryOwner.DAEMON));

        assertThat(EarlierKubeconfigs.of(journal, NEW, _ -> true)).isEmpty();
    }
}
