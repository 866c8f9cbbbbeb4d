// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.chain.PodCase;
import io.linkerd.multus.cli.cluster.Looks;
import io.linkerd.multus.cli.cluster.Makers;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.MakerView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Gathers what is to be seen around pods.
 *
 * @param linkerd namespace of Linkerd's control plane
 */
record Cases(Looks looks, Releases releases, ReleaseView release, String linkerd) {
    /** So many nodes of one workload's pods are asked for one by one. */
    private static final int MOST = 20;

    /** What pods of one namespace have in common: it is looked at once for all of them. */
    private record Shared(
            Sight<NamespaceView> namespace,
            Sight<AttachmentView> attachment,
            Sight<List<EventView>> ofPods,
            Map<String, Sight<NodeView>> nodes) {}

    PodCase of(PodView pod) {
        return of(pod, shared(pod.namespace()));
    }

    /** {@return the cases of the pods that there are; where there are fewer than there have to be, also that of the next one} */
    List<PodCase> of(MakerView maker) {
        var shared = shared(maker.namespace());
        boolean ends = maker.kind().equals(Makers.Kind.JOB.kind());
        // Those that lack something are first, since not every node is asked for.
        var pods = pods(maker).stream()
                .filter(pod -> !pod.isOver() || (ends && !pod.isLeaving()))
                .sorted(Comparator.comparing(PodView::isReady))
                .toList();
        long living = pods.stream().filter(pod -> ends || !pod.hasEnded()).count();
        var there = pods.stream().map(pod -> of(pod, shared));
        return living >= maker.desired() && !pods.isEmpty() && maker.isLetIn()
                ? there.toList()
                : Stream.concat(Stream.of(next(maker, shared)), there).toList();
    }

    /** Without its pods nothing can be said of what makes them. */
    private List<PodView> pods(MakerView maker) {
        return UnusableInput.unlessUnseen(looks.pods(maker.namespace(), maker.selector()))
                .orElse(List.of());
    }

    private Shared shared(String namespace) {
        return new Shared(
                looks.namespace(namespace),
                looks.attachment(release.scope().placeFor(namespace)),
                looks.events(namespace, "Pod"),
                new HashMap<>());
    }

    private PodCase of(PodView pod, Shared shared) {
        return with(
                pod,
                shared.ofPods()
                        .map(events -> events.stream()
                                .filter(event -> event.name().equals(pod.name()))
                                .toList()),
                shared);
    }

    /** An Event outlives by an hour what it tells. */
    private PodCase next(MakerView maker, Shared shared) {
        var now = Instant.now();
        var events = looks.events(maker.namespace(), maker.tellers().kind())
                .map(all -> all.stream()
                        .filter(event -> maker.tellers().tell(event) && event.isRecent(now))
                        .toList());
        return with(maker.template(), standing(events, maker, now), shared);
    }

    /** Events are forgotten, and may not be seen by this user: the maker's own condition has the words of the first refusal. */
    private static Sight<List<EventView>> standing(Sight<List<EventView>> events, MakerView maker, Instant now) {
        return maker.refusal()
                .<Sight<List<EventView>>>map(words -> new Sight.Seen<>(Stream.concat(
                                events.seen().stream().flatMap(List::stream), Stream.of(maker.asEvent(words, now)))
                        .toList()))
                .orElse(events);
    }

    private PodCase with(PodView pod, Sight<List<EventView>> events, Shared shared) {
        return new PodCase(
                pod,
                linkerd,
                release,
                shared.namespace(),
                shared.attachment(),
                events,
                pod.place()
                        .flatMap(PodView.Made::node)
                        .map(node -> node(node, shared))
                        .orElseGet(Sight.Absent<NodeView>::new));
    }

    private Sight<NodeView> node(String name, Shared shared) {
        return shared.nodes().size() < MOST || shared.nodes().containsKey(name)
                ? shared.nodes().computeIfAbsent(name, _ -> releases.node(release, name))
                : new Sight.Failed<>("its pods lie on more than " + MOST + " nodes, and node " + name
                        + " was not looked at; linkerd-multus check looks at all");
    }
}
