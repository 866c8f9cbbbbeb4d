// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.PlatformView;
import io.linkerd.multus.cli.facts.PodDemand;
import io.linkerd.multus.cli.facts.QuotaView;
import io.linkerd.multus.cli.facts.WorkloadView;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What ResourceQuotas have to leave. */
final class QuotaChecks {
    private static final String PODS = "quotas leave room for linkerd-multus' own pods";
    private static final String ATTACHMENTS = "quotas leave room for attachments";

    /** As Google's API servers call themselves: they let in critical pods only where a quota allows them. */
    private static final String GOOGLE = "-gke.";

    /** What an API server says that does the same by its configuration. */
    private static final String NOT_ALLOWED = "insufficient quota to match these scopes";

    /** What it says of a pod that does not say how much it takes of what a quota limits. */
    private static final String NOT_SAID = "must specify ";

    private QuotaChecks() {}

    /** Why pods of a part are refused, or would be. */
    private record Obstacle(String words, String remedy) {}

    static Check pods(Picture seen) {
        var hint = "no-room-for-pods";
        return Answers.of(PODS, hint, seen.platform().ofRelease(), List.of(), quotas -> {
            var now = obstacles(seen, quotas, part -> part.demand().lacking() > 0);
            if (!now.isEmpty()) {
                return Check.wrong(PODS, words(now), hint);
            }
            var soon = obstacles(seen, quotas, _ -> true);
            return soon.isEmpty()
                    ? Check.right(PODS, hint)
                    : Check.warning(PODS, "there is none for one pod more, as of an upgrade: " + words(soon), hint);
        });
    }

    /** {@return why pods of those parts are not made, and what to do; otherwise that} */
    static String causeOr(Picture seen, Predicate<WorkloadView> parts, String otherwise) {
        return seen.platform()
                .ofRelease()
                .seen()
                .map(quotas -> obstacles(seen, quotas, part -> part.demand().lacking() > 0 && parts.test(part)))
                .filter(found -> !found.isEmpty())
                .map(found -> "The cause: " + words(found).replace("\n", ". "))
                .orElse(otherwise);
    }

    private static String words(List<Obstacle> all) {
        return Answers.few(all.stream().map(Obstacle::words).toList()) + "\n"
                + all.getFirst().remedy();
    }

    private static List<Obstacle> obstacles(Picture seen, List<QuotaView> quotas, Predicate<WorkloadView> wanted) {
        return seen.known().parts().stream()
                .filter(part -> seen.known().namespace().equals(Optional.of(part.namespace())))
                .filter(wanted)
                .flatMap(part -> Stream.concat(
                                notAllowed(seen, part, quotas).stream(),
                                quotas.stream().flatMap(quota -> full(seen, quota, part.demand()).stream()))
                        .map(found -> new Obstacle(part.name() + ": " + found.words(), found.remedy())))
                .toList();
    }

    private static Optional<Obstacle> notAllowed(Picture seen, WorkloadView part, List<QuotaView> quotas) {
        var priorityClass = part.demand().priorityClass();
        return part.demand().isCritical()
                        && !part.namespace().equals("kube-system")
                        && asksForQuotas(seen, part.namespace())
                        && quotas.stream().noneMatch(quota -> quota.allows(priorityClass))
                ? Optional.of(new Obstacle(
                        "no ResourceQuota of namespace " + part.namespace() + " allows pods of class " + priorityClass,
                        "Make one that is scoped to the class (global.platform=gke has the chart do it), or go without the class:"
                                + " installer.priorityClassName=\"\", webhook.priorityClassName=\"\"."))
                : Optional.empty();
    }

    private static boolean asksForQuotas(Picture seen, String namespace) {
        return seen.server().seen().filter(version -> version.contains(GOOGLE)).isPresent()
                || isTold(seen, namespace, NOT_ALLOWED);
    }

    private static boolean isTold(Picture seen, String namespace, String words) {
        return Refused.of(seen).seen().orElse(List.of()).stream()
                .anyMatch(event ->
                        event.namespace().equals(namespace) && event.message().contains(words));
    }

    /** What a pod does not say a LimitRange may say for it: the API server's own words tell that none does. */
    private static Optional<Obstacle> full(Picture seen, QuotaView quota, PodDemand pod) {
        var name = "ResourceQuota " + quota.key();
        return quota.refusal(pod)
                .map(words -> new Obstacle(
                        name + " has no room (" + words + ")", "Raise it, or have its scopes leave these pods out."))
                .or(
                        () -> quota.unsaid(pod)
                                .filter(_ -> pod.lacking() > 0 && isTold(seen, quota.namespace(), NOT_SAID))
                                .map(
                                        resource -> new Obstacle(
                                                name + " lets in no pod that does not say " + resource,
                                                "Say it by the chart's value resources of that part, or for all pods by a LimitRange.")));
    }

    static Check attachments(Picture seen) {
        var hint = "no-room-for-attachments";
        if (!seen.known().scope().attaches()) {
            return NamespaceChecks.noneNeeded(hint);
        }
        return Answers.of(
                ATTACHMENTS, hint, seen.platform().ofAttachments(), List.of(), quotas -> attachments(seen, quotas));
    }

    private static Check attachments(Picture seen, List<QuotaView> quotas) {
        var hint = "no-room-for-attachments";
        if (seen.attachments().whyNot().isPresent()) {
            // What is counted may be ours.
            return Answers.notSeen(ATTACHMENTS, hint, seen.attachments());
        }
        var places = places(seen);
        var there = seen.attachments().seen().orElse(List.of()).stream()
                .map(AttachmentView::namespace)
                .collect(Collectors.toSet());
        var full = words(quotas, BigDecimal.ONE, place -> places.contains(place) && !there.contains(place));
        var soon = words(quotas, BigDecimal.ZERO, there::contains);
        return full.isEmpty() && !soon.isEmpty()
                ? Check.warning(
                        ATTACHMENTS,
                        "more than allowed are there, so that none is made anew once it goes: " + Answers.few(soon)
                                + "\nRaise the quota.",
                        hint)
                : Answers.noneOf(
                        ATTACHMENTS,
                        hint,
                        full,
                        "used up, so that the controller cannot make linkerd-cni there",
                        "Raise the quota by one; the controller tries again within half a minute.");
    }

    private static List<String> words(List<QuotaView> quotas, BigDecimal more, Predicate<String> namespaces) {
        return quotas.stream()
                .filter(quota -> namespaces.test(quota.namespace()) && refuses(quota, more))
                .map(QuotaChecks::words)
                .toList();
    }

    private static boolean refuses(QuotaView quota, BigDecimal more) {
        return quota.bound(PlatformView.ATTACHMENTS)
                .filter(bound -> bound.refuses(more))
                .isPresent();
    }

    private static String words(QuotaView quota) {
        return "ResourceQuota " + quota.key() + " ("
                + quota.bound(PlatformView.ATTACHMENTS)
                        .map(QuotaView.Bound::words)
                        .orElse("") + ")";
    }

    /** {@return the namespaces that are to have an attachment} */
    private static Set<String> places(Picture seen) {
        return seen.namespaces().seen().orElse(List.of()).stream()
                .filter(namespace ->
                        namespace.asksToBeAttached() && !seen.known().leavesAlone(namespace.name()))
                .map(NamespaceView::name)
                .map(name -> seen.known().scope().placeFor(name))
                .collect(Collectors.toSet());
    }

    /** {@return what keeps the attachment of that namespace from being made, in brackets; empty where no quota does} */
    static String inTheWay(Picture seen, String place) {
        return seen.platform().ofAttachments().seen().orElse(List.of()).stream()
                .filter(quota -> quota.namespace().equals(place) && refuses(quota, BigDecimal.ONE))
                .map(quota -> " (" + words(quota) + " is used up)")
                .findFirst()
                .orElse("");
    }
}
