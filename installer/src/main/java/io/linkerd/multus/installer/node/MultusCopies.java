// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.network.NetworkFile;
import io.linkerd.multus.installer.node.network.NetworkReader;
import io.linkerd.multus.service.files.FileTrouble;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Networks that Multus' thin plugin has copied into its own configuration when it started (its {@code delegates}). A copy of a list that had
 * our plugin in it has it for good: with the plugin gone, no pod of the node would start until Multus is restarted.
 *
 * <p>They are sought where the networks and the kubeconfig are that end, and, when the plugin goes, where the container runtime has its networks:
 * Multus may have read a list just before it was given back, and written its copy since.
 */
record MultusCopies(NetworkReader networks) {

    /** {@return Multus' networks with such a copy, by host path, and folders that cannot be read; none while our plugin stays chained} */
    Map<String, NetworkFile> toBeEnded(Desired desired, Journal journal) {
        var ending = NodePlan.ending(desired, journal);
        if (desired.isWaiting()
                || !desired.problems().isEmpty()
                || !desired.networks().isEmpty()
                || ending.stream().noneMatch(MultusCopies::isNamed)) {
            return Map.of();
        }
        var found = new HashMap<String, NetworkFile>();
        var folders = ending.stream().filter(entry -> !entry.isPlugin()).map(JournalEntry::folder);
        Stream.concat(folders, ofRuntime(desired, journal))
                .distinct()
                .forEach(folder -> found.putAll(in(folder, journal.entriesOf(desired.owner()))));
        return found;
    }

    private static Stream<String> ofRuntime(Desired desired, Journal journal) {
        return desired.owner().equals(EntryOwner.DAEMON) && desired.files().isEmpty()
                ? NodePlatform.named(journal.platform()).map(NodePlatform::networkDirectory).stream()
                : Stream.empty();
    }

    private Map<String, NetworkFile> in(String folder, List<JournalEntry> ours) {
        try {
            var found = new HashMap<String, NetworkFile>();
            for (var file : List.copyOf(networks.directory(folder).files().values())) {
                if (file instanceof NetworkFile.Text(var path, var text, var _, var _)
                        && CniNetwork.readSingle(text) instanceof Result.Ok<CniNetwork>(var network)
                        && network.kubeconfigsInCopies().stream().anyMatch(told -> !isTheirs(told, ours))) {
                    found.put(path, file);
                }
            }
            return found;
        } catch (IOException e) {
            return Map.of(folder, new NetworkFile.Unreadable(folder, "cannot be read: " + FileTrouble.inWords(e)));
        }
    }

    /** Linkerd's own installer gets its plugin back, for which its kubeconfig lies there; it puts it into lists again, and into no copy. */
    private static boolean isTheirs(String kubeconfig, List<JournalEntry> ours) {
        return !kubeconfig.isEmpty()
                && ours.stream().noneMatch(entry -> entry.path().equals(kubeconfig) || entry.leavesNoPlugin());
    }

    /** A plugin that another one gets back can be called from a copy. */
    private static boolean isNamed(JournalEntry entry) {
        return entry.kind().isOthers() || entry.leavesNoPlugin();
    }
}
