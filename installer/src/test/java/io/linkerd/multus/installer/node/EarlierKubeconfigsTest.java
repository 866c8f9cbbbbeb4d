// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                .containsExactly(new DesiredFile(OLD, NEW.content(), NEW.ownership(), EntryKind.KUBECONFIG, true));
    }

    private static List<String> told(Path root, Journal journal, String... paths) {
        return EarlierKubeconfigs.told(Set.of(paths), journal, NEW, new HostRoot(root)).stream()
                .map(DesiredFile::path)
                .toList();
    }

    /** While attachments named the path of before, a node that joined had the new one alone, and meshed pods hung there. */
    @Test
    void aNewNodeGetsTheOneThatAttachmentsNameStill(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("etc/cni"));

        assertThat(told(root, journal(), OLD, NEW.path())).containsExactly(OLD);
        assertThat(told(root, journal(entry(OLD, EntryKind.KUBECONFIG, EntryOwner.DAEMON)), OLD))
                .as("the journal tells of it")
                .isEmpty();
    }

    /** A user of a namespace may change its attachment, which the Lease tells until the controller has put it right. */
    @Test
    void aPathInTheLeaseHasNothingReplacedOnTheNode(@TempDir Path root) throws IOException {
        var folder = Files.createDirectories(root.resolve("etc/cni/net.d/multus.d"));
        Files.writeString(folder.resolve("multus.kubeconfig"), "its own");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/nowhere"));
        Files.createDirectories(root.resolve("var"));

        assertThat(told(
                        root,
                        journal(),
                        "/etc/cni/net.d/multus.d/multus.kubeconfig",
                        "/etc/cni/net.d/multus.d/link",
                        "/etc/cni/net.d/00-a.conflist",
                        "/etc/cni/net.d/00-a.conf",
                        "/etc/cni/net.d/00-a.json",
                        "/etc/cni/../../var/a",
                        "/var/a/b",
                        "etc/cni/a/b"))
                .isEmpty();
    }

    /** The runtime of the container has made the parent of a mount, which nothing on the node would see. */
    @Test
    void nothingIsWrittenIntoAFolderThatIsNotMounted(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("etc/cni/old"));
        var mounts = Files.writeString(
                root.resolve("mountinfo"), "36 35 98:0 / " + root + "/etc/cni/net.d rw - ext4 /dev/root rw\n");
        var host = new HostRoot(root, mounts);

        assertThat(EarlierKubeconfigs.told(Set.of(OLD), journal(), NEW, host)).isEmpty();
        assertThat(EarlierKubeconfigs.told(Set.of("/etc/cni/net.d/old/k"), journal(), NEW, host))
                .hasSize(1);
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

    /** Two releases wrote the same path in turns, each over the other's token. */
    @Test
    void oneThatHasBecomeAnotherReleasesIsForgottenAndStays() {
        var theirs = new Content.Text("token of another release").fingerprint();

        for (var there : List.of(regular(theirs), new FileState.Link("/elsewhere"))) {
            assertThat(plan(there).actions())
                    .containsExactly(new NodeAction.Forget(OLD, "what lies there is not ours"));
            assertThat(plan(there).obstacles()).isEmpty();
        }
    }

    @Test
    void oneThatIsOursGetsTheNewTokenAndOneThatIsGoneComesBack() {
        var before = new Content.Text("token before").fingerprint();

        for (var there : List.of(regular(before), new FileState.Absent())) {
            assertThat(plan(there).actions())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            NodeAction.Put.class,
                            put -> assertThat(put.file().path()).isEqualTo(OLD));
        }
        assertThat(plan(regular(NEW.content().fingerprint())).actions()).isEmpty();
    }

    /** By Multus' copy of a network no pod of the node started any more when the token of before had ended, a day after a change of the path. */
    @Test
    void theOneThatANetworkInTroubleMayCallThePluginWithGetsTheNewToken(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("etc/cni/old"));
        var journal = journal(
                entry(OLD, EntryKind.KUBECONFIG, EntryOwner.DAEMON),
                entry(NEW.path(), EntryKind.KUBECONFIG, EntryOwner.DAEMON));

        assertThat(troubled(root, journal, Set.of("/etc/cni/net.d/00-multus.conf")))
                .containsExactly(NEW, new DesiredFile(OLD, NEW.content(), NEW.ownership(), EntryKind.KUBECONFIG, true));
        assertThat(troubled(root, journal, Set.of())).containsExactly(NEW);
        assertThat(troubled(root, journal, Set.of(OLD))).containsExactly(NEW);
    }

    /** What cannot be written would be in the way of every network. */
    @Test
    void theOneInAFolderThatIsNotMountedIsLeftAloneWhileANetworkIsInTrouble(@TempDir Path root) throws IOException {
        var mounts = Files.writeString(
                root.resolve("mountinfo"), "36 35 98:0 / " + root + "/etc/cni/net.d rw - ext4 /dev/root rw\n");
        var journal = journal(entry(OLD, EntryKind.KUBECONFIG, EntryOwner.DAEMON));
        var desired = desired(Set.of("/etc/cni/net.d/00-multus.conf"));

        assertThat(EarlierKubeconfigs.withTroubled(desired, journal, new HostRoot(root, mounts)))
                .isEqualTo(desired);
    }

    private static List<DesiredFile> troubled(Path root, Journal journal, Set<String> untouched) {
        return EarlierKubeconfigs.withTroubled(desired(untouched), journal, new HostRoot(root))
                .files();
    }

    private static Desired desired(Set<String> untouched) {
        return new Desired(
                EntryOwner.DAEMON,
                Optional.empty(),
                List.of(NEW),
                List.of(),
                List.of("a network is in trouble"),
                true,
                Optional.empty(),
                untouched);
    }

    private static FileState regular(Fingerprint content) {
        return new FileState.Regular(content, NEW.ownership(), false);
    }

    private static NodePlan plan(FileState there) {
        var before = new JournalEntry(
                OLD,
                EntryKind.KUBECONFIG,
                EntryOwner.DAEMON,
                List.of(new Content.Text("token before").fingerprint()),
                new Original.Nothing());
        var journal = journal(before);
        var desired = new Desired(
                EntryOwner.DAEMON,
                Optional.empty(),
                EarlierKubeconfigs.of(journal, NEW, _ -> true),
                List.of(),
                List.of());
        return NodePlan.of(
                desired,
                Sight.observed(
                        journal, Map.of(OLD, there), Map.of(), Map.of(), Set.of(), Set.of(), Set.of(), Boot.UNKNOWN));
    }

    @Test
    void whatAnotherProgramOfOursHasThereIsNotItsOwn() {
        var journal = journal(
                entry(OLD, EntryKind.KUBECONFIG, new EntryOwner("verb")),
                entry("/opt/cni/bin/linkerd-cni", EntryKind.PLUGIN, EntryOwner.DAEMON));

        assertThat(EarlierKubeconfigs.of(journal, NEW, _ -> true)).isEmpty();
    }
}
