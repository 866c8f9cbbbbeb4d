// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.platform.HostRoot;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The plugin's kubeconfigs at paths of before. After a change of the path the installers write the new one node by node, and attachments
 * name the earlier one until all of them have: it is kept, with the token of the new one, as long as it may be named. Where it has become
 * another one's, as that of a release which was given the path meanwhile, it is left to that one.
 */
final class EarlierKubeconfigs {
    /** What the chart's schema lets be set as {@code global.kubeconfigPath}. */
    private static final Pattern CAN_BE_SET =
            Pattern.compile("/etc/cni(/[A-Za-z0-9_][A-Za-z0-9._-]*)+/[A-Za-z0-9_][A-Za-z0-9._-]*");

    /** Names that container runtimes and Multus read ({@code libcni.ConfFiles}). */
    private static final Pattern NETWORK = Pattern.compile(".*\\.(conf|conflist|json)");

    private EarlierKubeconfigs() {}

    /** {@return those that the journal knows beside {@code current}, and of which an attachment may name the path} */
    static List<DesiredFile> of(Journal journal, DesiredFile current, Predicate<JournalEntry> mayBeNamed) {
        return journal.entriesOf(EntryOwner.DAEMON).stream()
                .filter(JournalEntry::isKubeconfig)
                .filter(entry -> !entry.path().equals(current.path()))
                .filter(mayBeNamed)
                .map(entry -> new DesiredFile(
                        entry.path(), current.content(), current.ownership(), EntryKind.KUBECONFIG, true))
                .toList();
    }

    /**
     * {@return the same, with all of them while a network is left untouched} Networks call the plugin, too, and Multus' copy of one does so until
     * Multus is restarted: the token that the plugin reads by then must not have ended.
     */
    static Desired withTroubled(Desired desired, Journal journal, HostRoot host) {
        if (desired.untouched().isEmpty()) {
            return desired;
        }
        var earlier = desired.files().stream()
                .filter(file -> file.kind() == EntryKind.KUBECONFIG)
                .limit(1)
                .flatMap(current ->
                        of(journal, current, entry -> !desired.wants(entry.path()) && host.isMounted(entry.folder()))
                                .stream());
        return desired.withFiles(
                Stream.concat(desired.files().stream(), earlier).toList());
    }

    /**
     * {@return those that attachments name as the controller's Lease says, on a node that has none of them yet} It is new, or its installer
     * has begun with the current path. Attachments may be changed by their namespaces' users: nothing that is there is replaced, and
     * nothing is written that a container runtime would read as a network.
     */
    static List<DesiredFile> told(Set<String> paths, Journal journal, DesiredFile current, HostRoot host) {
        return paths.stream()
                .sorted()
                .filter(path -> CAN_BE_SET.matcher(path).matches()
                        && !NETWORK.matcher(path).matches())
                .filter(path ->
                        !path.equals(current.path()) && journal.entry(path).isEmpty())
                .filter(path -> host.isMounted(path.substring(0, path.lastIndexOf('/'))))
                .filter(path -> !Files.exists(host.at(path), LinkOption.NOFOLLOW_LINKS))
                .map(path -> new DesiredFile(path, current.content(), current.ownership(), EntryKind.KUBECONFIG))
                .toList();
    }
}
