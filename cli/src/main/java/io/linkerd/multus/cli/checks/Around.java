// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.chain.PodCase;
import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What is around pods, by name: there may be many thousand. */
record Around(
        String linkerd,
        ReleaseView release,
        Sight<Map<String, NamespaceView>> namespaces,
        Sight<Map<String, AttachmentView>> attachments,
        Sight<Map<String, NodeView>> nodes,
        Sight<Map<String, List<EventView>>> events) {

    static Around of(Picture seen) {
        return new Around(
                seen.linkerd().namespace(),
                seen.known(),
                seen.namespaces().map(all -> byName(all, NamespaceView::name)),
                seen.attachments().map(all -> byName(all, AttachmentView::namespace)),
                seen.nodes().map(all -> byName(all, NodeView::name)),
                seen.sandboxes()
                        .map(all -> all.stream()
                                .collect(Collectors.groupingBy(event -> event.namespace() + "/" + event.name()))));
    }

    private static <T> Map<String, T> byName(List<T> all, Function<T, String> name) {
        return all.stream().collect(Collectors.toMap(name, each -> each, (_, last) -> last));
    }

    PodCase caseOf(PodView pod) {
        var node = pod.place().flatMap(PodView.Made::node);
        return new PodCase(
                pod,
                linkerd,
                release,
                at(namespaces, pod.namespace()),
                at(attachments, release.scope().placeFor(pod.namespace())),
                events.map(all -> all.getOrDefault(pod.key(), List.of())),
                node.map(name -> at(nodes, name)).orElseGet(Sight.Absent::new));
    }

    private static <T> Sight<T> at(Sight<Map<String, T>> all, String name) {
        return switch (all) {
            case Sight.Seen<Map<String, T>>(var known)
            when known.containsKey(name) -> new Sight.Seen<>(known.get(name));
            case Sight.Seen<Map<String, T>> _, Sight.Absent<Map<String, T>> _ -> new Sight.Absent<>();
            case Sight.Denied<Map<String, T>>(var right) -> new Sight.Denied<>(right);
            case Sight.Failed<Map<String, T>>(var words) -> new Sight.Failed<>(words);
        };
    }
}
