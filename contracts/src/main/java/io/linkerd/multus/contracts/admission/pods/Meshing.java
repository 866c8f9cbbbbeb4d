// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.Cause;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.admission.Verdict.Admit;
import io.linkerd.multus.contracts.admission.pods.PodPlan.Observed;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.names.SandboxedRuntime;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.AllowedUids;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of the decision on a pod that takes part: what limits its user ids, and the plan by that. */
record Meshing(Pod pod, String namespace, PodRules rules) {
    private static final String USER_NAMESPACE =
            "it has hostUsers: false, and Linkerd's redirect rules, which tell the proxy by its user id, cannot be made in a pod with a"
                    + " user namespace of its own; remove hostUsers, or keep the pod out of the mesh with linkerd.io/inject=disabled";

    /** What is known of the pod's namespace, and whether a fresher look at it could say anything else. */
    record Seen(NamespaceMarks marks, boolean fresh) {}

    /** What is known by the time at which the pod is known to be meshed. */
    private record Meshed(Seen seen, Cause cause, List<String> warnings) {
        Meshed warned(Optional<String> warning) {
            var all = new ArrayList<>(warnings);
            warning.ifPresent(all::add);
            return new Meshed(seen, cause, all);
        }
    }

    /** {@return the next step for a pod that takes part} */
    Step begin(Seen seen, Cause cause) {
        var meshed = new Meshed(seen, cause, List.of())
                .warned(optInProblem(seen.marks(), cause))
                .warned(sandbox());
        if (pod.hostUsers()) {
            return constrain(meshed);
        }
        return switch (rules.onUserNamespace()) {
            case REFUSE -> new Step.Done(new Verdict.Refuse(PodCause.USER_NAMESPACE, USER_NAMESPACE));
            case WARN -> constrain(meshed.warned(Optional.of(USER_NAMESPACE)));
        };
    }

    /** No reason to refuse it: a name is all that is known of its runtime, and Linkerd's validator stops what the rules do not reach. */
    private Optional<String> sandbox() {
        return Optional.of(pod.runtimeClass())
                .filter(SandboxedRuntime::isNamedBy)
                .map(name -> "it has runtimeClassName " + name
                        + ", and Linkerd's redirect rules may not reach the traffic of a sandbox with a"
                        + " network stack of its own (gVisor, Kata): " + Linkerd.NETWORK_VALIDATOR
                        + " would keep it from starting; take another"
                        + " runtime class, or keep the pod out of the mesh with linkerd.io/inject=disabled");
    }

    /** Nothing that the control plane's pods or their namespace say could be meant otherwise, nor what a pod says that opted in itself. */
    private Optional<String> optInProblem(NamespaceMarks marks, Cause cause) {
        return cause == PodCause.NAMESPACE_OPTED_IN || cause == PodCause.EXTENSION
                ? Participation.optInProblem(pod, namespace, marks, true)
                : Optional.empty();
    }

    /**
     * Finds what limits the pod's user ids. Where that is nothing known, the namespace's range does: what admitted the pod checks it again
     * after us, and what lies in the range is let in by every other constraint, too.
     */
    private Step constrain(Meshed meshed) {
        return pod.annotation(OpenShift.SCC)
                .map(name -> PodReview.ask(facts -> facts.constraints(name), found -> switch (found) {
                    case Lookup.Found<SccRules>(var constraints)
                    when constraints.admitsLinkerd() -> choose(meshed, Optional.of(constraints.runAsUser()));
                    case Lookup.Found<SccRules> _ ->
                        choose(meshed.warned(Optional.of(othersDecide(name))), Optional.empty());
                    case Lookup.Absent<SccRules> _ -> choose(meshed, Optional.empty());
                    case Lookup.Unknown<SccRules> _ ->
                        choose(meshed.warned(Optional.of(unreadable(name))), Optional.empty());
                }))
                .orElseGet(() -> choose(meshed, Optional.empty()));
    }

    private static String othersDecide(String constraints) {
        return "the " + OpenShift.SCC_KIND + " " + constraints
                + " refuse seccomp profiles, which Linkerd's containers have: "
                + "others will decide on this pod, and user ids were chosen by the namespace's range";
    }

    private static String unreadable(String constraints) {
        return "user ids were chosen by the namespace's range alone: the " + OpenShift.SCC_KIND + " " + constraints
                + " cannot be read now";
    }

    private Step choose(Meshed meshed, Optional<SccRunAsUser> constraints) {
        var marks = meshed.seen().marks();
        var allowed = AllowedUids.of(constraints, marks.uidRange());
        if (meshed.seen().fresh() || !KnownRange.isBehind(pod, constraints, marks, allowed)) {
            return new Step.Done(plan(meshed, marks, allowed));
        }
        return PodReview.ask(facts -> facts.freshNamespace(namespace), found -> {
            var fresher = found instanceof Lookup.Found<NamespaceMarks>(var fresh) ? fresh : marks;
            return new Step.Done(plan(meshed, fresher, AllowedUids.of(constraints, fresher.uidRange())));
        });
    }

    private Verdict plan(Meshed meshed, NamespaceMarks marks, AllowedUids allowed) {
        var warned = allowed instanceof AllowedUids.Unknown(var reason)
                ? meshed.warned(Optional.of(
                        "which user ids are allowed cannot be told, so they were left as they are: " + reason))
                : meshed;
        var observed = observed(marks, allowed, meshed.cause());
        var decision = PodPlan.of(pod, observed);
        return switch (decision) {
            case Admit admit -> withWarnings(warned.warnings(), admit);
            case Verdict.Refuse refuse -> withWarnings(warned.warnings(), unfit(observed, refuse));
            case Verdict.Unchecked _, Verdict.TryAgain _, Verdict.Fail _ -> decision;
        };
    }

    private Observed observed(NamespaceMarks marks, AllowedUids allowed, Cause cause) {
        return new Observed(namespace, marks, allowed, rules.scope(), rules.strategy(), cause);
    }

    private Verdict unfit(Observed observed, Verdict.Refuse refusal) {
        return Unfit.decide(pod, PodPlan.uids(pod, observed), refusal, rules);
    }

    /** {@return what becomes of a pod that has no attachment to refer to} */
    Verdict without(NamespaceMarks marks, Verdict.Refuse refusal) {
        var allowed = AllowedUids.of(Optional.empty(), marks.uidRange());
        return unfit(observed(marks, allowed, refusal.cause()), refusal);
    }

    private static Verdict withWarnings(List<String> warnings, Verdict decision) {
        if (!(decision instanceof Admit(var patch, var told, var cause, var reason))) {
            return decision;
        }
        var all = new ArrayList<>(warnings);
        all.addAll(told);
        return new Admit(patch, all, cause, reason);
    }
}
