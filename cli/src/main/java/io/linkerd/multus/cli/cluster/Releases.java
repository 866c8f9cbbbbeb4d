// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.Node;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WebhookRules;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at the release of linkerd-multus, and at the nodes by its installers. */
public record Releases(Cluster cluster) {
    /** Where it is where nothing else was chosen. */
    public static final String USUAL_NAMESPACE = LinkerdMultus.NAME;

    private static final Map<String, String> OURS = Map.of(LinkerdMultus.PART_OF_LABEL, LinkerdMultus.NAME);

    /** {@return the release, of the whole cluster where this user may look there, otherwise of the namespace that it usually is in} */
    public Sight<ReleaseView> release() {
        var everywhere = parts(Optional.empty());
        if (everywhere instanceof Sight.Denied
                && parts(Optional.of(USUAL_NAMESPACE)) instanceof Sight.Seen<List<WorkloadView>>(var parts)
                && !parts.isEmpty()) {
            return new Sight.Seen<>(view(parts));
        }
        return everywhere.map(Releases::view);
    }

    /** {@return the Deployments and DaemonSets of all releases, of one namespace or of all} */
    public Sight<List<WorkloadView>> parts(Optional<String> namespace) {
        var where = namespace.map(name -> " in namespace " + name).orElse(" in all namespaces");
        var apps = cluster.client().apps();
        Sight<List<WorkloadView>> deployments = cluster.list(
                "list deployments" + where,
                options -> Kinds.in(apps.deployments(), namespace).list(ours(options)),
                deployment -> Stream.of(ObjectReading.workload(deployment)));
        Sight<List<WorkloadView>> daemonSets = cluster.list(
                "list daemonsets" + where,
                options -> Kinds.in(apps.daemonSets(), namespace).list(ours(options)),
                daemonSet -> Stream.of(ObjectReading.workload(daemonSet)));
        return deployments instanceof Sight.Seen<List<WorkloadView>>(var first)
                        && daemonSets instanceof Sight.Seen<List<WorkloadView>>(var second)
                ? new Sight.Seen<>(
                        Stream.concat(first.stream(), second.stream()).toList())
                : deployments instanceof Sight.Seen ? daemonSets : deployments;
    }

    private static ListOptions ours(ListOptions options) {
        return Looks.selected(options, OURS);
    }

    private static ReleaseView view(List<WorkloadView> parts) {
        var scope = parts.stream()
                .filter(part -> part.part().equals("webhook"))
                .findFirst()
                .map(webhook -> WebhookRules.of(webhook.environment(), PodRules.STANDARD, _ -> {})
                        .scope());
        return new ReleaseView(
                parts.stream().map(WorkloadView::namespace).findFirst(),
                parts,
                scope.orElse(AttachmentScope.PER_NAMESPACE));
    }

    /** {@return all nodes, each with the installer's pod there} */
    public Sight<List<NodeView>> nodes(ReleaseView release) {
        var installers = installers(release, Optional.empty());
        var known = installers.seen().orElse(Map.of());
        Sight<List<NodeView>> nodes = cluster.list(
                "list nodes",
                options -> cluster.client().nodes().list(options),
                node -> Stream.of(node).filter(one -> !isWindows(one)).map(one -> view(one, known, release)));
        return installers.whyNot().isPresent() ? installers.map(_ -> List.of()) : nodes;
    }

    /** {@return that node} */
    public Sight<NodeView> node(ReleaseView release, String name) {
        var installers = installers(release, Optional.of(name));
        var known = installers.seen().orElse(Map.of());
        Sight<NodeView> node = cluster.ask(
                "get node " + name,
                () -> Optional.ofNullable(
                                cluster.client().nodes().withName(name).get())
                        .map(one -> view(one, known, release)));
        return installers.seen().isPresent() && node instanceof Sight.Denied
                // The installer's pod alone says what matters.
                ? new Sight.Seen<>(new NodeView(name, true, Optional.ofNullable(known.get(name))))
                : installers.whyNot().isPresent()
                        ? installers.map(_ -> new NodeView(name, true, Optional.empty()))
                        : node;
    }

    private Sight<Map<String, NodeView.Installer>> installers(ReleaseView release, Optional<String> node) {
        return new Installers(cluster, release.namespace().orElse(USUAL_NAMESPACE)).byNode(node);
    }

    private static NodeView view(Node node, Map<String, NodeView.Installer> installers, ReleaseView release) {
        var name = node.getMetadata().getName();
        boolean ready = node.getStatus() != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
        return new NodeView(name, ready, Optional.ofNullable(installers.get(name)), leftOut(node, release));
    }

    /** Linkerd meshes no pod there, and no part of linkerd-multus runs there. */
    private static boolean isWindows(Node node) {
        return "windows".equals(ObjectReading.labels(node).get("kubernetes.io/os"));
    }

    private static Optional<String> leftOut(Node node, ReleaseView release) {
        var labels = ObjectReading.labels(node);
        return release.part("installer")
                .flatMap(part -> part.nodeSelector().entrySet().stream()
                        .filter(label -> !label.getValue().equals(labels.get(label.getKey())))
                        .map(label -> "it has no label " + label.getKey() + "=" + label.getValue()
                                + " (installer.nodeSelector)")
                        .sorted()
                        .findFirst());
    }
}
