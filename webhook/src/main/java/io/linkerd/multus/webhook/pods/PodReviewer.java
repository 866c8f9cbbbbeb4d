// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.AllowedUids;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.webhook.cluster.ClusterFacts;
import io.linkerd.multus.webhook.cluster.NamespaceFacts;
import io.linkerd.multus.webhook.pods.PodDecision.Admit;
import io.linkerd.multus.webhook.pods.PodPlan.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers what a decision on a pod needs, no more than that, and has it made. Changes nothing anywhere. */
public final class PodReviewer {
    private static final String USER_NAMESPACE =
            "it has hostUsers: false, and Linkerd's redirect rules, which tell the proxy by its user id, cannot be made in a pod with a"
                    + " user namespace of its own; remove hostUsers, or keep the pod out of the mesh with linkerd.io/inject=disabled";

    private final ClusterFacts cluster;
    private final PodRules rules;

    public PodReviewer(ClusterFacts cluster, PodRules rules) {
        this.cluster = cluster;
        this.rules = rules;
    }

    /** {@return what becomes of a pod that is to be made in a namespace} */
    public PodDecision review(Pod pod, String namespace) {
        return Participation.reasonAgainst(pod).map(PodReviewer::leaveAlone).orElseGet(() -> switch (namespace(
                namespace)) {
            case ApiAnswer.Answered<NamespaceFacts>(var facts) -> review(pod, namespace, facts);
            case ApiAnswer.Failed<NamespaceFacts>(ApiFailure.NotFound _) ->
                new PodDecision.TryAgain(Cause.NAMESPACE_MISSING, "its namespace does not exist");
            case ApiAnswer.Failed<NamespaceFacts> _ ->
                new PodDecision.TryAgain(Cause.NAMESPACE_UNREADABLE, "its namespace cannot be read now");
        });
    }

    private ApiAnswer<NamespaceFacts> namespace(String name) {
        return cluster.cachedNamespace(name)
                .<ApiAnswer<NamespaceFacts>>map(ApiAnswer.Answered::new)
                .orElseGet(() -> cluster.namespace(name));
    }

    /** A cache is a moment behind, so no pod is left out of the mesh, or refused, for what only the cache says. */
    private PodDecision review(Pod pod, String namespace, NamespaceFacts cached) {
        var participation = participation(pod, namespace, cached);
        return wouldBeLeftOut(participation, namespace)
                        && cluster.namespace(namespace) instanceof ApiAnswer.Answered<NamespaceFacts>(var fresh)
                ? follow(participation(pod, namespace, fresh), pod, namespace, fresh)
                : follow(participation, pod, namespace, cached);
    }

    private Participation participation(Pod pod, String namespace, NamespaceFacts facts) {
        var found = Participation.of(pod, namespace, facts, rules.controlPlaneNamespace());
        return rules.scope().attaches() ? found : found.withoutAttachments();
    }

    private boolean wouldBeLeftOut(Participation participation, String namespace) {
        return switch (participation) {
            case Participation.Full _ -> false;
            case Participation.None none -> !none.certain();
            case Participation.IfAttachmentExists _ ->
                !(cluster.attachment(rules.scope().placeFor(namespace))
                                instanceof ApiAnswer.Answered<Boolean>(var there)
                        && there);
        };
    }

    private PodDecision follow(Participation participation, Pod pod, String namespace, NamespaceFacts facts) {
        return switch (participation) {
            case Participation.None none -> leaveAlone(none);
            case Participation.Full(var cause) -> mesh(pod, namespace, facts, cause);
            case Participation.IfAttachmentExists(var cause, var reason) ->
                switch (cluster.attachment(rules.scope().placeFor(namespace))) {
                    case ApiAnswer.Answered<Boolean>(var there) when there -> mesh(pod, namespace, facts, cause);
                    case ApiAnswer.Failed<Boolean>(ApiFailure.NotFound _) ->
                        refuseWithoutAttachment(pod, namespace, facts, reason);
                    case ApiAnswer.Answered<Boolean> _, ApiAnswer.Failed<Boolean> _ -> attachmentUnreadable();
                };
        };
    }

    private PodDecision refuseWithoutAttachment(Pod pod, String namespace, NamespaceFacts facts, String reason) {
        var allowed = AllowedUids.of(Optional.empty(), facts.uidRange());
        return unfit(
                pod,
                observed(namespace, facts, allowed, Cause.NO_ATTACHMENT),
                new PodDecision.Refuse(Cause.NO_ATTACHMENT, reason + ", and " + nothingWaits(namespace)));
    }

    private PodDecision unfit(Pod pod, Observed seen, PodDecision.Refuse refusal) {
        return Unfit.decide(pod, PodPlan.uids(pod, seen), refusal, rules);
    }

    private static PodDecision attachmentUnreadable() {
        return new PodDecision.TryAgain(Cause.ATTACHMENT_UNREADABLE, "its " + Multus.KIND + " cannot be read now");
    }

    private String nothingWaits(String namespace) {
        return "namespace " + rules.scope().placeFor(namespace) + " has no " + Multus.KIND + " " + Multus.ATTACHMENT
                + (rules.scope().shared()
                        ? ", which all namespaces share; linkerd-multus' controller makes it"
                        : "; annotate the namespace with " + Linkerd.MULTUS + "=" + Linkerd.ENABLED);
    }

    private Observed observed(String namespace, NamespaceFacts facts, AllowedUids allowed, Cause cause) {
        return new Observed(namespace, facts, allowed, rules.scope(), rules.strategy(), cause);
    }

    private PodDecision mesh(Pod pod, String namespace, NamespaceFacts facts, Cause cause) {
        if (pod.hostUsers()) {
            return plan(pod, namespace, facts, cause);
        }
        return switch (rules.onUserNamespace()) {
            case REFUSE -> new PodDecision.Refuse(Cause.USER_NAMESPACE, USER_NAMESPACE);
            case WARN -> withWarnings(List.of(USER_NAMESPACE), plan(pod, namespace, facts, cause));
        };
    }

    private PodDecision plan(Pod pod, String namespace, NamespaceFacts facts, Cause cause) {
        var warnings = new ArrayList<String>();
        var constraints = constraints(pod, warnings);
        var sufficient = facts;
        var allowed = AllowedUids.of(constraints, facts.uidRange());
        if (KnownRange.isBehind(pod, constraints, facts, allowed)) {
            sufficient = fresher(namespace, facts);
            allowed = AllowedUids.of(constraints, sufficient.uidRange());
        }
        if (allowed instanceof AllowedUids.Unknown(var reason)) {
            warnings.add("which user ids are allowed cannot be told, so they were left as they are: " + reason);
        }
        var seen = observed(namespace, sufficient, allowed, cause);
        var decision = PodPlan.of(pod, seen);
        return switch (decision) {
            case Admit admit -> withWarnings(warnings, admit);
            case PodDecision.Refuse refuse -> withWarnings(warnings, unfit(pod, seen, refuse));
            case PodDecision.TryAgain _, PodDecision.Fail _ -> decision;
        };
    }

    /**
     * What limits the pod's user ids. Where that is nothing known, the namespace's range does: whoever admitted the pod checks it
     * again after us, and what lies in the range is let in by every other constraint, too.
     */
    private Optional<SccRunAsUser> constraints(Pod pod, List<String> warnings) {
        return pod.annotation(OpenShift.SCC).flatMap(name -> constraints(name, warnings));
    }

    private Optional<SccRunAsUser> constraints(String name, List<String> warnings) {
        return switch (cluster.securityContextConstraints(name)) {
            case ApiAnswer.Answered<SccRules>(var found) when found.admitsLinkerd() -> Optional.of(found.runAsUser());
            case ApiAnswer.Answered<SccRules> _ -> {
                warnings.add("the " + OpenShift.SCC_KIND + " " + name
                        + " refuse seccomp profiles, which Linkerd's containers have: "
                        + "others will decide on this pod, and user ids were chosen by the namespace's range");
                yield Optional.empty();
            }
            case ApiAnswer.Failed<SccRules>(ApiFailure.NotFound _) -> Optional.empty();
            case ApiAnswer.Failed<SccRules> _ -> {
                warnings.add("user ids were chosen by the namespace's range alone: the " + OpenShift.SCC_KIND + " "
                        + name + " cannot be read now");
                yield Optional.empty();
            }
        };
    }

    private NamespaceFacts fresher(String namespace, NamespaceFacts cached) {
        return cluster.namespace(namespace) instanceof ApiAnswer.Answered<NamespaceFacts>(var fresh) ? fresh : cached;
    }

    private static PodDecision leaveAlone(Participation.None none) {
        return new Admit(List.of(), none.warning().stream().toList(), none.cause(), none.reason());
    }

    private static PodDecision withWarnings(List<String> warnings, PodDecision decision) {
        if (!(decision instanceof Admit(var patch, var told, var cause, var reason))) {
            return decision;
        }
        var all = new ArrayList<>(warnings);
        all.addAll(told);
        return new Admit(patch, all, cause, reason);
    }
}
