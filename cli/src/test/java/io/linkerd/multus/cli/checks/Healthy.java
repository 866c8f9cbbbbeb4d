// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.ContainerView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.LinkerdView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.OpenShiftView;
import io.linkerd.multus.cli.facts.PlatformView;
import io.linkerd.multus.cli.facts.PodDemand;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.QuotaView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WebhookView;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A cluster in which all is well, of which something is changed. */
final class Healthy {
    static final Instant NOW = Instant.parse("2026-11-28T09:00:00Z");

    Sight<String> server = new Sight.Seen<>("v1.34.1");
    Sight<Boolean> cniEnabled = new Sight.Seen<>(true);
    Sight<List<WorkloadView>> controlPlane =
            new Sight.Seen<>(List.of(part("Deployment", "linkerd", "linkerd-destination", 1)));
    Sight<List<WorkloadView>> ownInstallers = new Sight.Seen<>(List.of());
    AttachmentScope scope = AttachmentScope.PER_NAMESPACE;
    final List<WorkloadView> parts = new ArrayList<>(List.of(
            part("DaemonSet", "linkerd-multus", "linkerd-multus-installer", 3),
            part("Deployment", "linkerd-multus", "linkerd-multus-controller", 2),
            part("Deployment", "linkerd-multus", "linkerd-multus-webhook", 2)));
    Sight<List<WebhookView>> webhooks = new Sight.Seen<>(List.of(entry(true, NOW.plus(Duration.ofDays(300)))));
    Sight<List<NodeView>> nodes = new Sight.Seen<>(List.of(node("node-1", true)));
    final Map<String, String> namespaceAnnotations =
            new HashMap<>(Map.of("linkerd.io/inject", "enabled", "linkerd.io/multus", "enabled"));
    final Map<String, String> namespaceLabels = new HashMap<>();
    Sight<List<AttachmentView>> attachments =
            new Sight.Seen<>(List.of(new AttachmentView("shop", "{\"type\":\"linkerd-cni\"}", true)));
    String networks = "linkerd-cni";
    final List<ContainerView> containers = new ArrayList<>(List.of(
            container("linkerd-network-validator", true, 65_534, OptionalInt.of(0)),
            container("linkerd-proxy", false, 2_102, OptionalInt.empty()),
            container("app", false, 1_000, OptionalInt.empty())));
    boolean hasNetwork = true;
    Sight<List<PodView>> passedOver = new Sight.Seen<>(List.of());
    Sight<List<EventView>> refusals = new Sight.Seen<>(List.of());
    Sight<List<EventView>> failures = new Sight.Seen<>(List.of());
    Sight<List<QuotaView>> quotas = new Sight.Seen<>(List.of());
    Sight<List<QuotaView>> attachmentQuotas = new Sight.Seen<>(List.of());
    Sight<OpenShiftView> openShift = new Sight.Absent<>();
    Sight<List<EventView>> sandboxes = new Sight.Seen<>(List.of());
    Sight<List<EventView>> warnings = new Sight.Seen<>(List.of());

    static WorkloadView part(String kind, String namespace, String name, int pods) {
        return new WorkloadView(
                kind,
                namespace,
                name,
                name.replace("linkerd-multus-", ""),
                "linkerd-multus",
                "0.1.0",
                pods,
                pods,
                Map.of(),
                Map.of(),
                PodDemand.NONE);
    }

    static WebhookView entry(boolean trusted, Instant expires) {
        return new WebhookView(
                "linkerd-multus", "pods.multus.linkerd.io", trusted, Optional.of(expires), "Fail", Optional.empty());
    }

    static WebhookView distrusting(String secret) {
        return new WebhookView(
                "linkerd-multus",
                "pods.multus.linkerd.io",
                true,
                Optional.of(NOW.plus(Duration.ofDays(300))),
                "Fail",
                Optional.of(secret));
    }

    static NodeView node(String name, boolean hasPlugin) {
        return new NodeView(
                name,
                true,
                Optional.of(new NodeView.Installer("installer-" + name, hasPlugin, hasPlugin ? "" : "no space")));
    }

    static ContainerView container(String name, boolean init, long uid, OptionalInt exit) {
        return new ContainerView(
                name, init, false, OptionalLong.of(uid), exit.isEmpty(), exit, exit.isPresent(), Optional.empty());
    }

    static EventView event(String kind, String reason, String message, Duration ago) {
        return new EventView(kind, "shop", "web-1", "", reason, message, NOW.minus(ago));
    }

    /** One of its parts has so many pods ready. */
    void unready(String part, int ready) {
        parts.replaceAll(
                one -> one.part().equals(part) ? changed(one, one.version(), ready, Map.of(), one.demand()) : one);
    }

    /** One of its parts asks for that. */
    void demand(String part, PodDemand demand) {
        parts.replaceAll(
                one -> one.part().equals(part) ? changed(one, one.version(), one.ready(), Map.of(), demand) : one);
    }

    /** Its parts are of that version. */
    void version(String version) {
        parts.replaceAll(one -> changed(one, version, one.ready(), Map.of(), one.demand()));
    }

    /** Its parts leave those namespaces alone. */
    void leaveAlone(String namespaces) {
        parts.replaceAll(one -> changed(
                one,
                one.version(),
                one.ready(),
                Map.of("LINKERD_MULTUS_EXCLUDED_NAMESPACES", namespaces),
                one.demand()));
    }

    private static WorkloadView changed(
            WorkloadView one, String version, int ready, Map<String, String> environment, PodDemand demand) {
        return new WorkloadView(
                one.kind(),
                one.namespace(),
                one.name(),
                one.part(),
                one.release(),
                version,
                one.desired(),
                ready,
                environment,
                Map.of(),
                demand);
    }

    Picture seen() {
        return new Picture(
                server,
                new LinkerdView("linkerd", cniEnabled, controlPlane, ownInstallers),
                new Sight.Seen<>(new ReleaseView(
                        parts.isEmpty() ? Optional.empty() : Optional.of("linkerd-multus"), parts, scope)),
                webhooks,
                nodes,
                new Sight.Seen<>(List.of(new NamespaceView(
                        "shop",
                        NamespaceMarks.of(namespaceAnnotations, namespaceLabels),
                        Optional.ofNullable(namespaceAnnotations.get("linkerd.io/inject")),
                        false,
                        false,
                        false))),
                attachments,
                new Sight.Seen<>(List.of(pod())),
                passedOver,
                refusals,
                failures,
                sandboxes,
                warnings,
                new PlatformView(quotas, attachmentQuotas, openShift),
                "0.1.0",
                NOW);
    }

    /** A pod without a proxy. */
    PodView without(String name) {
        return new PodView(
                "shop",
                name,
                Optional.of(new PodView.Made("v", Optional.of("node-1"), Optional.empty(), "Running", true, false)),
                Map.of(),
                Map.of(),
                false,
                "",
                List.of(container("app", false, 1_000, OptionalInt.empty())));
    }

    private PodView pod() {
        return new PodView(
                "shop",
                "web-1",
                Optional.of(
                        new PodView.Made("u", Optional.of("node-1"), Optional.empty(), "Running", hasNetwork, false)),
                networks.isEmpty() ? Map.of() : Map.of("k8s.v1.cni.cncf.io/networks", networks),
                Map.of(),
                false,
                "",
                containers);
    }
}
