// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.chain.PodCase;
import io.linkerd.multus.cli.cluster.Looks;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.MakerView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import java.util.List;
import java.util.stream.Stream;

/**
 * Gathers what is to be seen around pods.
 *
 * @param linkerd namespace of Linkerd's control plane
 */
record Cases(Looks looks, Releases releases, ReleaseView release, String linkerd) {
    /** Of many pods of one workload that is enough to find what is wrong with it. */
    private static final int MOST = 20;

    PodCase of(PodView pod) {
        return with(
                pod,
                looks.events(pod.namespace(), "Pod", pod.name())
                        .map(events -> events.stream()
                                .filter(event -> event.name().equals(pod.name()))
                                .toList()));
    }

    /** {@return the cases of the pods that there are; where there are fewer than there have to be, also that of the next one} */
    List<PodCase> of(MakerView maker) {
        var pods = looks.pods(maker.namespace(), maker.selector()).seen().orElse(List.of()).stream()
                .filter(pod -> pod.place().filter(PodView.Made::leaving).isEmpty())
                .toList();
        var there = pods.stream().limit(MOST).map(this::of);
        return pods.size() >= maker.desired() && !pods.isEmpty()
                ? there.toList()
                : Stream.concat(Stream.of(next(maker)), there).toList();
    }

    /** A Deployment's ReplicaSets are called as it is, with more at the end. */
    private PodCase next(MakerView maker) {
        return with(maker.template(), looks.events(maker.namespace(), maker.toldOf(), maker.name()));
    }

    private PodCase with(PodView pod, Sight<List<EventView>> events) {
        var place = release.scope().placeFor(pod.namespace());
        return new PodCase(
                pod,
                linkerd,
                release,
                looks.namespace(pod.namespace()),
                looks.attachment(place),
                events,
                pod.place()
                        .flatMap(PodView.Made::node)
                        .map(node -> releases.node(release, node))
                        .orElseGet(Sight.Absent<NodeView>::new));
    }
}
