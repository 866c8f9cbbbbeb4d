// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at the installers' pods. However many of them are not ready, their Events are asked for once. */
record Installers(Cluster cluster, String namespace) {
    private static final Map<String, String> LABELS =
            Map.of(LinkerdMultus.PART_OF_LABEL, LinkerdMultus.NAME, LinkerdMultus.NAME_LABEL, "installer");

    /** {@return them by node, of all nodes or of one} */
    Sight<Map<String, NodeView.Installer>> byNode(Optional<String> node) {
        Sight<List<PodView>> pods = cluster.list(
                "list pods in namespace " + namespace,
                options -> {
                    node.ifPresent(name -> options.setFieldSelector("spec.nodeName=" + name));
                    return cluster.client().pods().inNamespace(namespace).list(Looks.selected(options, LABELS));
                },
                pod -> Stream.of(PodReading.of(pod)));
        return pods.map(this::views);
    }

    private Map<String, NodeView.Installer> views(List<PodView> pods) {
        var told = pods.stream().allMatch(Installers::isReady) ? Map.<String, List<EventView>>of() : told();
        return pods.stream()
                .filter(pod -> node(pod).isPresent())
                .collect(Collectors.toMap(
                        pod -> node(pod).orElseThrow(),
                        pod -> view(pod, about(told, node(pod).orElseThrow(), pod.name())),
                        (one, other) -> one.ready() ? one : other));
    }

    /** What installers say they say of their nodes, as the kubelet does; of their pods, the kubelet says what keeps them from starting. */
    private Map<String, List<EventView>> told() {
        var looks = new Looks(cluster);
        return Stream.of(looks.tellingsOfInstallers(), looks.warnings(namespace, "Pod"))
                .flatMap(seen -> seen.seen().stream())
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(EventView::name));
    }

    private static List<EventView> about(Map<String, List<EventView>> told, String... names) {
        return Stream.of(names)
                .flatMap(name -> Objects.requireNonNullElse(told.get(name), List.<EventView>of()).stream())
                .toList();
    }

    private static Optional<String> node(PodView pod) {
        return pod.place().flatMap(PodView.Made::node);
    }

    private static boolean isReady(PodView pod) {
        return pod.containers().stream().allMatch(container -> container.init() || container.ready());
    }

    private static NodeView.Installer view(PodView pod, List<EventView> events) {
        return new NodeView.Installer(pod.name(), isReady(pod), isReady(pod) ? "" : why(pod, events));
    }

    /** Why it is not ready: what keeps a container of it, or its own last warning. */
    private static String why(PodView pod, List<EventView> events) {
        var reasons = new ArrayList<String>();
        pod.containers().stream()
                .flatMap(container -> container.waits().map(words -> container.name() + " waits: " + words).stream())
                .forEach(reasons::add);
        events.stream()
                .filter(event -> !event.reason().equals("Unhealthy"))
                .map(EventView::message)
                .findFirst()
                .ifPresent(reasons::add);
        return reasons.isEmpty() ? "its probe does not succeed" : String.join("; ", reasons);
    }
}
