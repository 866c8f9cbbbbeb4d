// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.kube.NodeEvents;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.network.DesiredNetwork;
import io.linkerd.multus.installer.node.network.NetworkFinder;
import io.linkerd.multus.installer.node.network.NetworkPlan;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Ownership;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds the networks to what the node should have, once the plugin that they call has what it needs there. For one thread. */
@Singleton
final class DesiredNetworks {
    private static final Logger log = LoggerFactory.getLogger(DesiredNetworks.class);
    /** Only the container runtime reads it, as root. */
    private static final int OURS_ALONE = 0600;

    private final NetworkFinder finder;
    private final NodeEvents events;
    private final Ownership self;
    private final Lasting unusable;
    private final Set<String> told = new HashSet<>();

    DesiredNetworks(NetworkFinder finder, NodeEvents events, Ownership self, Clocks clocks) {
        this.finder = finder;
        this.events = events;
        this.self = self;
        this.unusable = new Lasting(clocks.nanos());
    }

    List<Path> watched(NodePlatform platform) {
        return finder.watched(platform);
    }

    Desired add(Desired desired, NodePlatform platform, Journal journal) {
        if (!isThere(EntryKind.PLUGIN, desired, journal) || !isThere(EntryKind.KUBECONFIG, desired, journal)) {
            return desired;
        }
        return switch (finder.find(platform, converted(journal), others(journal))) {
            case Result.Not<NetworkPlan>(var reason) -> desired.waitingFor(reason);
            case Result.Ok<NetworkPlan>(var plan) -> with(desired, plan);
        };
    }

    /** What is wrong with a network keeps that one as it is, and no other: what is to be given back elsewhere is. */
    private Desired with(Desired desired, NetworkPlan plan) {
        tell(plan.notices());
        var ours = plan.networks().stream().collect(Collectors.partitioningBy(this::canBeGivenBack));
        var refused = ours.getOrDefault(false, List.of());
        var seen = unusable.look(plan.unusable());
        var problems = Stream.of(
                        plan.problems().stream(),
                        seen.told().stream(),
                        refused.stream().map(this::foreign))
                .flatMap(all -> all)
                .toList();
        problems.forEach(problem -> events.tell(NodeEvents.Reason.NetworkLeftAlone, problem));
        return new Desired(
                desired.owner(),
                desired.platform(),
                and(desired.files().stream(), plan.own().entrySet().stream().map(this::own)),
                ours.getOrDefault(true, List.of()),
                and(desired.problems().stream(), problems.stream()),
                desired.known() && plan.problems().isEmpty(),
                seen.rest(),
                Set.copyOf(
                        and(plan.unusable().keySet().stream(), refused.stream().map(DesiredNetwork::path))));
    }

    private DesiredFile own(Map.Entry<String, Content.Text> network) {
        return new DesiredFile(network.getKey(), network.getValue(), self.withMode(OURS_ALONE), EntryKind.NETWORK);
    }

    private static <T> List<T> and(Stream<T> first, Stream<T> second) {
        return Stream.concat(first, second).toList();
    }

    /** Once each, as long as they last. */
    private void tell(List<String> notices) {
        told.retainAll(notices);
        notices.stream()
                .filter(told::add)
                .forEach(notice -> log.atInfo().addKeyValue("network", notice).log("leaving a network alone"));
    }

    private boolean canBeGivenBack(DesiredNetwork network) {
        return network.ownership().hasOwnerOf(self);
    }

    private String foreign(DesiredNetwork network) {
        return network.path() + " is left alone: it belongs to user and group "
                + network.ownership().owner() + ", to whom the installer could not give it back; give it to "
                + self.owner() + " (chown)";
    }

    private static boolean isThere(EntryKind kind, Desired desired, Journal journal) {
        return Stream.concat(
                        desired.files().stream().map(DesiredFile::kind),
                        journal.entriesOf(EntryOwner.DAEMON).stream().map(JournalEntry::kind))
                .anyMatch(kind::equals);
    }

    private static Set<String> others(Journal journal) {
        return journal.entries().stream()
                .filter(entry -> !entry.owner().equals(EntryOwner.DAEMON))
                .map(JournalEntry::path)
                .collect(Collectors.toSet());
    }

    private static Set<String> converted(Journal journal) {
        return journal.entriesOf(EntryOwner.DAEMON).stream()
                .filter(entry -> entry.kind() == EntryKind.CONVERTED_LIST)
                .map(JournalEntry::path)
                .collect(Collectors.toSet());
    }
}
