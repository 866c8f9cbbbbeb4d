// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.AllowedUids;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.webhook.cluster.ClusterFacts;
import io.linkerd.multus.webhook.cluster.NamespaceFacts;
import io.linkerd.multus.webhook.pods.PodDecision.Admit;
import io.linkerd.multus.webhook.pods.PodPlan.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers what a decision on a pod needs, no more than that, and has it made. Changes nothing anywhere. */
public final class PodReviewer {
    private final ClusterFacts cluster;
    private final String controlPlaneNamespace;
    private final ProxyUidStrategy strategy;

    public PodReviewer(ClusterFacts cluster, String controlPlaneNamespace, ProxyUidStrategy strategy) {
        this.cluster = cluster;
        this.controlPlaneNamespace = controlPlaneNamespace;
        this.strategy = strategy;
    }

    /** {@return what becomes of a pod that is to be made in a namespace} */
    public PodDecision review(Pod pod, String namespace) {
        return Participation.reasonAgainst(pod).map(PodReviewer::leaveAlone).orElseGet(() -> switch (namespace(
                namespace)) {
            case ApiAnswer.Answered<NamespaceFacts>(var facts) -> review(pod, namespace, facts);
            case ApiAnswer.Failed<NamespaceFacts>(ApiFailure.NotFound _) ->
                new PodDecision.TryAgain("its namespace does not exist");
            case ApiAnswer.Failed<NamespaceFacts>(var why) ->
                new PodDecision.TryAgain("its namespace cannot be read: " + why.inWords());
        });
    }

    private ApiAnswer<NamespaceFacts> namespace(String name) {
        return cluster.cachedNamespace(name)
                .<ApiAnswer<NamespaceFacts>>map(ApiAnswer.Answered::new)
                .orElseGet(() -> cluster.namespace(name));
    }

    /** A cache is a moment behind, so no pod is left out of the mesh for what only the cache says. */
    private PodDecision review(Pod pod, String namespace, NamespaceFacts cached) {
        var participation = Participation.of(pod, namespace, cached, controlPlaneNamespace);
        if (participation instanceof Participation.None none
                && !none.certain()
                && cluster.namespace(namespace) instanceof ApiAnswer.Answered<NamespaceFacts>(var fresh)) {
            return follow(Participation.of(pod, namespace, fresh, controlPlaneNamespace), pod, namespace, fresh);
        }
        return follow(participation, pod, namespace, cached);
    }

    private PodDecision follow(Participation participation, Pod pod, String namespace, NamespaceFacts facts) {
        return switch (participation) {
            case Participation.None none -> leaveAlone(none);
            case Participation.Full _ -> plan(pod, namespace, facts);
            case Participation.IfAttachmentExists(var reason, var required) ->
                switch (cluster.attachment(namespace)) {
                    case ApiAnswer.Answered<Boolean> _ -> plan(pod, namespace, facts);
                    case ApiAnswer.Failed<Boolean>(ApiFailure.NotFound _)
                    when required -> new PodDecision.Refuse(reason + ", and " + nothingWaits(namespace));
                    case ApiAnswer.Failed<Boolean>(ApiFailure.NotFound _) ->
                        new Admit(
                                List.of(),
                                List.of("linkerd-multus left this pod as it is: " + nothingWaits(namespace)),
                                reason);
                    case ApiAnswer.Failed<Boolean>(var why) ->
                        new PodDecision.TryAgain(
                                "its namespace's " + Multus.KIND + " cannot be read: " + why.inWords());
                };
        };
    }

    private static String nothingWaits(String namespace) {
        return "namespace " + namespace + " has no " + Multus.KIND + " " + Multus.ATTACHMENT
                + "; annotate the namespace with " + Linkerd.MULTUS + "=" + Linkerd.ENABLED;
    }

    private PodDecision plan(Pod pod, String namespace, NamespaceFacts facts) {
        var warnings = new ArrayList<String>();
        var constraints = constraints(pod, warnings);
        var sufficient = needsRange(pod, constraints, facts) ? fresher(namespace, facts) : facts;
        var allowed = AllowedUids.of(constraints, sufficient.uidRange());
        if (allowed instanceof AllowedUids.Unknown(var reason)) {
            warnings.add("which user ids are allowed cannot be told, so they were left as they are: " + reason);
        }
        var decision = PodPlan.of(pod, new Observed(namespace, sufficient, allowed, strategy));
        return decision instanceof Admit(var patch, var told, var reason)
                ? new Admit(patch, joined(warnings, told), reason)
                : decision;
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
            case ApiAnswer.Failed<SccRules>(var why) -> {
                warnings.add("user ids were chosen by the namespace's range alone: the " + OpenShift.SCC_KIND + " "
                        + name + " cannot be read: " + why.inWords());
                yield Optional.empty();
            }
        };
    }

    /** Where constraints admit pods, namespaces have the annotation, and a cache without it is behind. */
    private static boolean needsRange(Pod pod, Optional<SccRunAsUser> constraints, NamespaceFacts facts) {
        return facts.uidRange().isEmpty()
                && pod.annotation(OpenShift.SCC).isPresent()
                && constraints.map(PodReviewer::takesTheNamespacesRange).orElse(true);
    }

    private static boolean takesTheNamespacesRange(SccRunAsUser scc) {
        return scc.type().equals(SccRunAsUser.MUST_RUN_AS_RANGE)
                && scc.rangeMin().isEmpty()
                && scc.rangeMax().isEmpty();
    }

    private NamespaceFacts fresher(String namespace, NamespaceFacts cached) {
        return cluster.namespace(namespace) instanceof ApiAnswer.Answered<NamespaceFacts>(var fresh) ? fresh : cached;
    }

    private static PodDecision leaveAlone(Participation.None none) {
        return new Admit(List.of(), none.warning().stream().toList(), none.reason());
    }

    private static List<String> joined(List<String> one, List<String> other) {
        var all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }
}
