// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.contracts.uids.PodUids;
import java.util.List;
import java.util.Optional;

/**
 * Pods that cannot be meshed safely. None of them may run: with the redirect rules and a shared user id the application's traffic would
 * pass by the proxy, and without the rules all of it. So one that is let in gets no rules, and Linkerd's own network validator, which looks
 * for them, keeps its containers from starting. Where the user id is shared already it is not let in at all: others may make rules for it, as
 * Linkerd's plugin does that is chained into the cluster's own network. Where it is our release that chains the plugin, every pod gets rules,
 * and none of them is let in.
 */
final class Unfit {
    private Unfit() {}

    static Verdict decide(Pod pod, PodUids uids, Verdict.Refuse refusal, PodRules rules) {
        return switch (rules.onImpossible()) {
            case REFUSE -> refusal;
            case WARN ->
                whyItWouldRun(pod, uids, rules)
                        .<Verdict>map(why -> new Verdict.Refuse(refusal.cause(), refusal.reason() + "; " + why))
                        .orElseGet(() -> new Verdict.Admit(
                                List.of(),
                                List.of("not attached, so it will not start: " + refusal.reason()),
                                refusal.cause(),
                                refusal.reason()));
        };
    }

    /** {@return why nothing would keep the pod from running, to be added to the reason} */
    private static Optional<String> whyItWouldRun(Pod pod, PodUids uids, PodRules rules) {
        if (!rules.scope().attaches()) {
            return Optional.of(
                    "a warning is not enough: the container runtime calls Linkerd's plugin for every pod (mode"
                            + " chained), which makes the rules that " + Linkerd.NETWORK_VALIDATOR + " looks for");
        }
        if (pod.validator().isEmpty()) {
            return Optional.of(
                    "a warning is not enough: it has no " + Linkerd.NETWORK_VALIDATOR + " that would stop it");
        }
        if (uids.isShared()) {
            return Optional.of(
                    "a warning is not enough: another container has the proxy's user id, and would send past it"
                            + " where anything else makes rules");
        }
        // In whichever namespace, and in whatever form: its rules are the same.
        return pod.annotation(Multus.NETWORKS)
                .filter(networks -> NetworkSelection.mayName(networks, Multus.ATTACHMENT))
                .map(_ -> "a warning is not enough: its annotation " + Multus.NETWORKS
                        + " attaches it already, or cannot be read");
    }
}
