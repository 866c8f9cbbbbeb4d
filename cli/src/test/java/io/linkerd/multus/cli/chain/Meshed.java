// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.ContainerView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PodDemand;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** A pod of an OpenShift-like cluster on which everything has come true, of which something is changed. */
final class Meshed {
    private final Map<String, String> namespaceAnnotations = new HashMap<>(Map.of(
            "linkerd.io/inject", "enabled",
            "linkerd.io/multus", "enabled",
            "openshift.io/sa.scc.uid-range", "1000680000/10000"));
    private final Map<String, String> namespaceLabels = new HashMap<>();
    private final Map<String, String> annotations = new HashMap<>(Map.of(
            "k8s.v1.cni.cncf.io/networks", "linkerd-cni",
            "k8s.v1.cni.cncf.io/network-status", "[{\"name\":\"cbr0\"},{\"name\":\"shop/linkerd-cni\"}]",
            "openshift.io/scc", "restricted-v2",
            "linkerd.io/created-by", "linkerd/proxy-injector edge-26.8.3"));
    private final List<ContainerView> containers = new ArrayList<>(List.of(
            container("linkerd-network-validator", true, 65_534, true, OptionalInt.of(0), ""),
            container("linkerd-proxy", false, 1_000_689_999, true, OptionalInt.empty(), ""),
            container("app", false, 1_000_680_000, true, OptionalInt.empty(), "")));
    private final List<EventView> events = new ArrayList<>();
    private Optional<PodView.Made> made =
            Optional.of(new PodView.Made("u", Optional.of("node-1"), Optional.empty(), "Running", true, false));
    private String runtimeClass = "";
    private boolean hostNetwork;
    private AttachmentScope scope = AttachmentScope.PER_NAMESPACE;
    private Sight<AttachmentView> attachment =
            new Sight.Seen<>(new AttachmentView("shop", "{\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\"}", true));
    private Sight<NodeView> node = new Sight.Seen<>(
            new NodeView("node-1", true, Optional.of(new NodeView.Installer("linkerd-multus-installer-x", true, ""))));

    static ContainerView container(String name, boolean init, long uid, boolean ready, OptionalInt exit, String waits) {
        return new ContainerView(
                name,
                init,
                false,
                uid < 0 ? OptionalLong.empty() : OptionalLong.of(uid),
                ready,
                exit,
                exit.isPresent() && waits.isEmpty(),
                Optional.of(waits).filter(words -> !words.isEmpty()));
    }

    /** It ended, runs again, and is not ready. */
    static ContainerView again(String name, boolean init, int exit) {
        return new ContainerView(
                name, init, false, OptionalLong.empty(), false, OptionalInt.of(exit), false, Optional.empty());
    }

    Meshed namespace(String annotation, String value) {
        put(namespaceAnnotations, annotation, value);
        return this;
    }

    Meshed namespaceLabel(String label, String value) {
        put(namespaceLabels, label, value);
        return this;
    }

    Meshed annotation(String key, String value) {
        put(annotations, key, value);
        return this;
    }

    private static void put(Map<String, String> map, String key, String value) {
        if (value.isEmpty()) {
            map.remove(key);
        } else {
            map.put(key, value);
        }
    }

    /** Without a proxy, as a template is. */
    Meshed plain() {
        annotations.clear();
        return without("linkerd-proxy").without("linkerd-network-validator");
    }

    Meshed without(String container) {
        containers.removeIf(each -> each.name().equals(container));
        return this;
    }

    Meshed with(ContainerView container) {
        without(container.name());
        containers.add(container);
        return this;
    }

    /** Refused, with that message. */
    Meshed refused(String message) {
        made = Optional.empty();
        return plain().told("ReplicaSet", "FailedCreate", message);
    }

    Meshed told(String kind, String reason, String message) {
        events.add(new EventView(kind, "shop", "web", "", reason, message, Instant.EPOCH));
        return this;
    }

    /** Nothing but that. */
    Meshed only(EventView event) {
        events.clear();
        events.add(event);
        return this;
    }

    Meshed made(UnaryOperator<PodView.Made> change) {
        made = made.map(change);
        return this;
    }

    /** Without a network yet, and with that Event. */
    Meshed noSandbox(String message) {
        annotations.remove("k8s.v1.cni.cncf.io/network-status");
        return made(was -> new PodView.Made(was.uid(), was.node(), Optional.empty(), "Pending", false, false))
                .told("Pod", "FailedCreatePodSandBox", message);
    }

    Meshed runtimeClass(String name) {
        runtimeClass = name;
        return this;
    }

    Meshed hostNetwork() {
        hostNetwork = true;
        return this;
    }

    Meshed scope(AttachmentScope now) {
        scope = now;
        return this;
    }

    Meshed attachment(Sight<AttachmentView> now) {
        attachment = now;
        return this;
    }

    Meshed node(Sight<NodeView> now) {
        node = now;
        return this;
    }

    /** As a user sees it who may not see the release. */
    PodCase seenWithoutRelease() {
        var all = seen();
        return new PodCase(
                all.pod(),
                all.linkerd(),
                ReleaseView.NONE,
                all.namespace(),
                all.attachment(),
                all.events(),
                all.node());
    }

    PodCase seen() {
        var installer = new WorkloadView(
                "DaemonSet",
                "linkerd-multus",
                "linkerd-multus-installer",
                "installer",
                "linkerd-multus",
                "0.1.0",
                3,
                3,
                Map.of(),
                Map.of(),
                PodDemand.NONE);
        return new PodCase(
                new PodView("shop", "web-1", made, annotations, Map.of(), hostNetwork, runtimeClass, containers),
                "linkerd",
                new ReleaseView(Optional.of("linkerd-multus"), List.of(installer), scope),
                new Sight.Seen<>(new NamespaceView(
                        "shop",
                        NamespaceMarks.of(namespaceAnnotations, namespaceLabels),
                        Optional.ofNullable(namespaceAnnotations.get("linkerd.io/inject")),
                        false,
                        "disabled".equals(namespaceLabels.get("config.linkerd.io/admission-webhooks")),
                        false)),
                attachment,
                new Sight.Seen<>(events),
                node);
    }
}
