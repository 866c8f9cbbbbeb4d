// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.OpenShiftView;
import io.linkerd.multus.cli.facts.OpenShiftView.LackingRight;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What OpenShift asks for besides: constraints that let pods in, and a right that its admission wants of Linkerd's policy controller. */
record OpenShiftChecks(Picture seen, OpenShiftView openShift) {
    static final String THERE = "the SecurityContextConstraints that pods need are there";
    private static final String BOUND = "Linkerd's service accounts may use them";
    private static final String LEASE = "Linkerd's policy controller may keep its Lease";

    /** What OpenShift calls the role that lets use constraints, followed by their name. */
    private static final String ROLE_PREFIX = "system:openshift:scc:";

    private static final String MADE_BY =
            "The controller makes it: its log and the Events of that namespace say what keeps it,"
                    + " linkerd-multus plan shows what it would write.";
    private static final String FOREIGN = "Delete what is not of this release, and ours takes its place.";

    /** {@return why those Deployments of Linkerd's control plane are not ready, and what to do, where a right is lacking} */
    static Optional<String> whyNotReady(Picture seen, List<String> deployments) {
        return seen.platform()
                .openShift()
                .seen()
                .map(openShift -> new OpenShiftChecks(seen, openShift))
                .flatMap(checks -> checks.ofControlPlane(deployments))
                .filter(check -> check.result() == Result.ERROR)
                .flatMap(Check::error)
                .map(words -> "The cause: " + words.replace("\n", ". "));
    }

    private Optional<Check> ofControlPlane(List<String> deployments) {
        boolean unbound = openShift.bindings().seen().orElse(List.of()).stream()
                .anyMatch(
                        lacking -> lacking.words().contains(" " + seen.linkerd().namespace() + "/"));
        return unbound ? bound() : lease().filter(_ -> deployments.contains(Linkerd.DESTINATION));
    }

    Stream<Check> all() {
        return Stream.of(Optional.of(there()), bound(), lease()).flatMap(Optional::stream);
    }

    private Check there() {
        var hint = "scc-missing";
        if (openShift.usable() instanceof Sight.Absent && !openShift.role().isEmpty()) {
            return Check.wrong(
                    THERE,
                    "there is no ClusterRole " + openShift.role() + ", which lets Linkerd's service accounts use some\n"
                            + "Make it, or name another one: controller.scc.clusterRole.",
                    hint);
        }
        return Answers.of(THERE, hint, openShift.constraints(), Set.of(), names -> {
            var missing = new TreeSet<>(needed());
            missing.removeAll(names);
            return Answers.noneOf(
                    THERE,
                    hint,
                    List.copyOf(missing),
                    "missing",
                    "OpenShift makes its own when its API server starts, helm upgrade those of this release; Linkerd's are those of"
                            + " controller.scc.clusterRole.");
        });
    }

    private Set<String> needed() {
        var needed = new TreeSet<String>();
        seen.known().parts().forEach(part -> part.demand().constraints().ifPresent(needed::add));
        needed.addAll(openShift
                .usable()
                .seen()
                .orElseGet(() -> openShift.role().startsWith(ROLE_PREFIX)
                        ? Set.of(openShift.role().substring(ROLE_PREFIX.length()))
                        : Set.of()));
        return needed;
    }

    private Optional<Check> bound() {
        var hint = "scc-binding-missing";
        return openShift.bindings() instanceof Sight.Absent
                ? Optional.empty()
                : Optional.of(Answers.of(BOUND, hint, openShift.bindings(), List.of(), lacking -> {
                    if (!lacking.isEmpty() && lacking.stream().allMatch(LackingRight::foreign)) {
                        return Check.warning(BOUND, words(lacking) + "\n" + FOREIGN, hint);
                    }
                    return Answers.noneOf(BOUND, hint, texts(lacking), "their pods are refused", MADE_BY);
                }));
    }

    private Optional<Check> lease() {
        var hint = "policy-lease";
        boolean held = openShift.leaseHeld().seen().orElse(false);
        return switch (openShift.leaseRight()) {
            case Sight.Seen<List<LackingRight>>(var lacking)
            when lacking.isEmpty() || held ->
                Optional.of(
                        lacking.isEmpty()
                                ? Check.right(LEASE, hint)
                                : Check.warning(LEASE, "it holds it by another right: " + words(lacking), hint));
            case Sight.Seen<List<LackingRight>>(var lacking) ->
                Optional.of(Check.wrong(
                        LEASE,
                        "linkerd-destination does not get ready: " + words(lacking) + "\n"
                                + (lacking.stream().allMatch(LackingRight::foreign) ? FOREIGN : MADE_BY),
                        hint));
            case Sight.Absent<List<LackingRight>> _ ->
                openShift.leaseHeld().seen().map(_ -> notGiven(held, hint));
            case Sight.Denied<List<LackingRight>> _, Sight.Failed<List<LackingRight>> _ ->
                Optional.of(Answers.notSeen(LEASE, hint, openShift.leaseRight()));
        };
    }

    /** Where it is not given, another owner of the cluster may have given it; without a control plane nothing waits for it. */
    private Check notGiven(boolean held, String hint) {
        var parts = seen.linkerd().parts().seen().orElse(List.of());
        var words = "the Lease policy-controller-write is not held, and this release does not give the right"
                + " (controller.policyLease.enabled)\nSwitch it on, or give linkerd-destination the right to delete that Lease.";
        return held || parts.isEmpty()
                ? Check.right(LEASE, hint)
                : parts.stream().allMatch(part -> part.ready() >= part.desired())
                        ? Check.warning(LEASE, words, hint)
                        : Check.wrong(LEASE, words, hint);
    }

    private static String words(List<LackingRight> lacking) {
        return Answers.few(texts(lacking));
    }

    private static List<String> texts(List<LackingRight> lacking) {
        return lacking.stream().map(LackingRight::words).toList();
    }
}
