// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.checks.Picture;
import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.FailedRollouts;
import io.linkerd.multus.cli.cluster.LinkerdLooks;
import io.linkerd.multus.cli.cluster.Looks;
import io.linkerd.multus.cli.cluster.Makers;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.cluster.WebhookLooks;
import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.MakerView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.Linkerd;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Looks at all that checks ask of.
 *
 * @param linkerd namespace of Linkerd's control plane
 * @param namespace to which the look at namespaces and pods is limited
 * @param client version of this program
 * @param secrets whether the public part of the webhook's Secret is looked at, where this user may read it
 * @param step told what is looked at next
 */
record Gathering(
        Cluster cluster,
        String linkerd,
        Optional<String> namespace,
        String client,
        boolean secrets,
        Consumer<String> step) {
    /** So many objects are asked whether they have their pods by now; where more were refused, nobody needs to know of all. */
    private static final int MOST_ASKED = 50;

    Picture picture() {
        var looks = new Looks(cluster);
        var releases = new Releases(cluster);
        var version = at("the API server", cluster::version);
        var linkerdSeen = at("Linkerd", () -> new LinkerdLooks(cluster).at(linkerd));
        var namespaces = at("namespaces", () -> namespaces(looks));
        var release = at("the release", releases::release);
        var known = release.seen().orElse(ReleaseView.NONE);
        return new Picture(
                version,
                linkerdSeen,
                release,
                at(
                        "webhook configurations",
                        () -> new WebhookLooks(cluster)
                                .entries(known.part("webhook").filter(_ -> secrets))),
                at("nodes", () -> releases.nodes(known)),
                namespaces,
                at("attachments", () -> attachments(looks, known)),
                at("meshed pods", () -> looks.meshedPods(namespace)),
                at("pods without a proxy", () -> looks.passedOver(namespace, asking(namespaces))),
                at("Events", () -> standing(looks.events(namespace, "FailedCreate"))),
                at("Deployments", () -> new FailedRollouts(cluster).refusals(namespace)),
                at("Events", () -> looks.events(namespace, "FailedCreatePodSandBox")),
                at("Events", () -> looks.events(known.namespace().orElse(Releases.USUAL_NAMESPACE), "Deployment")),
                at("the platform", () -> new PlatformGathering(cluster, linkerd, namespace).look(known, namespaces)),
                client,
                Instant.now());
    }

    /** {@return the namespaces whose pods Linkerd's injector is to give a proxy, and may} */
    private static Set<String> asking(Sight<List<NamespaceView>> namespaces) {
        return namespaces.seen().stream()
                .flatMap(List::stream)
                .filter(one -> one.inject().filter(Linkerd.ENABLED::equals).isPresent())
                .map(NamespaceView::name)
                .filter(name -> !Linkerd.NOT_SENT_NAMESPACES.contains(name))
                .collect(Collectors.toSet());
    }

    /** {@return of those Events the ones whose object still has not all its pods, as far as that can be seen} */
    private Sight<List<EventView>> standing(Sight<List<EventView>> refusals) {
        var makers = new Makers(cluster);
        var known = new HashMap<String, Boolean>();
        return refusals.map(events -> events.stream()
                .filter(event -> known.computeIfAbsent(
                        event.kind() + "/" + event.namespace() + "/" + event.name(),
                        _ -> known.size() >= MOST_ASKED || stands(makers, event)))
                .toList());
    }

    /** What made its pods in the end, or has gone, is refused no more. */
    private static boolean stands(Makers makers, EventView event) {
        return Makers.Kind.of(event.kind())
                .map(kind -> makers.maker(kind, event.namespace(), event.name()))
                .map(seen -> switch (seen) {
                    case Sight.Seen<MakerView>(var maker) -> !maker.hasAll();
                    case Sight.Absent<MakerView> _ -> false;
                    case Sight.Denied<MakerView> _, Sight.Failed<MakerView> _ -> true;
                })
                .orElse(true);
    }

    private <T> T at(String what, Supplier<T> look) {
        step.accept("looking at " + what);
        return look.get();
    }

    private Sight<List<NamespaceView>> namespaces(Looks looks) {
        return namespace.map(name -> looks.namespace(name).map(List::of)).orElseGet(looks::namespaces);
    }

    /** Of one namespace, the one that its pods refer to; that one is not there is no sign that the cluster does not know its kind. */
    private Sight<List<AttachmentView>> attachments(Looks looks, ReleaseView release) {
        return namespace
                .map(name -> looks.attachment(release.scope().placeFor(name)))
                .<Sight<List<AttachmentView>>>map(seen ->
                        seen instanceof Sight.Absent ? looks.attachments().map(all -> List.of()) : seen.map(List::of))
                .orElseGet(looks::attachments);
    }
}
