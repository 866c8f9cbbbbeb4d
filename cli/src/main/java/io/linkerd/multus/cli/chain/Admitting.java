// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import io.linkerd.multus.cli.facts.ContainerView;
import io.linkerd.multus.cli.facts.PassedOver;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.contracts.uids.AllowedUids;
import io.linkerd.multus.contracts.uids.UidRange;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The links between what makes a pod and the API server that lets it in. */
final class Admitting {
    private static final String FAILED_CREATE = "FailedCreate";
    private static final String ANEW = "make it anew: delete the pod, or kubectl rollout restart what makes it";

    private Admitting() {}

    static Answer letIn(PodCase seen) {
        if (seen.pod().place().isPresent()) {
            return Answer.right("it is there");
        }
        return seen.told(FAILED_CREATE)
                .findFirst()
                .map(event -> Refusals.of(event.message()))
                .orElseGet(() -> seen.events()
                        .whyNot()
                        .map(Answer::unknown)
                        .orElseGet(() -> Answer.waiting("no pod was made yet, and no Event says why")));
    }

    static Answer injected(PodCase seen) {
        if (seen.pod().container(Linkerd.INIT).isPresent()) {
            return Answer.wrong(
                    "it has the init container " + Linkerd.INIT + ": Linkerd was installed without cniEnabled",
                    "install Linkerd's control plane with cniEnabled=true (linkerd upgrade, or Helm), then " + ANEW);
        }
        if (seen.pod().isInjected()) {
            return Answer.right(seen.pod()
                    .annotation(Linkerd.CREATED_BY)
                    .map(by -> "by " + by)
                    .orElse("it has one"));
        }
        return seen.injectable()
                .passedOver()
                .map(over -> Answer.wrong(over.words(), remedy(over.reason(), seen)))
                .orElseGet(() -> Answer.wrong(
                        "it was made without Linkerd's injector: before its namespace was annotated, or while the injector was away",
                        ANEW + "; if that does not help, linkerd check says what is wrong with the injector"));
    }

    private static String remedy(PassedOver.Reason reason, PodCase seen) {
        return switch (reason) {
            case WEBHOOKS_OFF -> "take the label off namespace " + seen.pod().namespace() + ", then " + ANEW;
            case NOT_SENT_NAMESPACE -> "have it in another namespace, or go without the mesh for it";
            case NOT_SENT_LABEL -> "take the label off its template, or go without the mesh for it";
            case OTHER_MESH ->
                "keep it out of one of the two: take the other's container off its template, or write " + Linkerd.INJECT
                        + "=" + Linkerd.DISABLED;
            case NOT_ASKED, NODE_NETWORK -> ANEW;
        };
    }

    static Answer attached(PodCase seen) {
        return seen.unlessModeIsUnknown(refers(seen));
    }

    private static Answer refers(PodCase seen) {
        var scope = seen.release().scope();
        if (!scope.attaches()) {
            return Answer.right("it need not");
        }
        var namespace = seen.pod().namespace();
        var networks = seen.pod().annotation(Multus.NETWORKS).orElse("");
        var places = NetworkSelection.namespaces(networks, Multus.ATTACHMENT, namespace)
                .collect(Collectors.toSet());
        if (places.isEmpty()) {
            return Answer.wrong(
                    "its annotation " + Multus.NETWORKS + " does not name " + Multus.ATTACHMENT
                            + ": it was made before linkerd-multus' webhook looked, or without it",
                    ANEW + "; linkerd-multus check says whether the webhook is there");
        }
        return places.contains(scope.placeFor(namespace))
                ? Answer.right("annotation " + Multus.NETWORKS + " names it")
                : Answer.warning(
                        "it refers to the attachment of namespace " + String.join(", ", places) + ", and not of "
                                + scope.placeFor(namespace),
                        ANEW);
    }

    static Answer userIds(PodCase seen) {
        var proxy = seen.pod().container(Linkerd.PROXY).flatMap(one -> value(one.uid()));
        if (proxy.isEmpty()) {
            return Answer.unknown("its proxy runs as what its image says");
        }
        long uid = proxy.get();
        var sharing = seen.pod().containers().stream()
                .filter(one -> !one.name().equals(Linkerd.PROXY))
                .filter(one -> !one.init() || one.sidecar())
                .filter(one -> one.uid().equals(OptionalLong.of(uid)))
                .map(ContainerView::name)
                .collect(Collectors.joining(", "));
        if (!sharing.isEmpty()) {
            return Answer.wrong(
                    "proxy and " + sharing + " both run as user " + uid
                            + ", and what that user sends passes by the mesh",
                    "take config.linkerd.io/proxy-uid off its template and its namespace, and have linkerd-multus choose; then "
                            + ANEW);
        }
        return range(seen)
                .filter(range -> !range.contains(uid))
                .map(range -> Answer.warning(
                        "it runs as user " + uid + ", outside of the namespace's range " + range,
                        "nothing, where its service account may use SecurityContextConstraints that allow it"))
                .orElseGet(() -> Answer.right("it runs as user " + uid));
    }

    private static Optional<UidRange> range(PodCase seen) {
        return seen.pod()
                .annotation(OpenShift.SCC)
                .flatMap(_ -> seen.namespace().seen())
                .flatMap(namespace ->
                        AllowedUids.of(Optional.empty(), namespace.marks().uidRange())
                                        instanceof AllowedUids.Within(var range)
                                ? Optional.of(range)
                                : Optional.empty());
    }

    private static Optional<Long> value(OptionalLong uid) {
        return uid.isPresent() ? Optional.of(uid.getAsLong()) : Optional.empty();
    }
}
