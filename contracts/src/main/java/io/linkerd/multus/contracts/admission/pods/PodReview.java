// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.Cause;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.admission.Verdict.Admit;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Decides on a pod in steps: each asks for what is missing, no more than that, or is the last. Pure; what answers may be a memory, an API server or
 * a folder of files.
 */
public final class PodReview {
    private final Pod pod;
    private final String namespace;
    private final PodRules rules;
    private final Meshing meshing;

    private PodReview(Pod pod, String namespace, PodRules rules) {
        this.pod = pod;
        this.namespace = namespace;
        this.rules = rules;
        this.meshing = new Meshing(pod, namespace, rules);
    }

    /** {@return the first step of the decision on a pod that is to be made in a namespace} */
    public static Step begin(Pod pod, String namespace, PodRules rules) {
        return Participation.reasonAgainst(pod)
                .map(PodReview::leaveAlone)
                .orElseGet(() -> new PodReview(pod, namespace, rules).begin());
    }

    private Step begin() {
        return ask(facts -> facts.namespace(namespace), found -> switch (found) {
            case Lookup.Found<NamespaceMarks>(var marks) -> decide(new Meshing.Seen(marks, false));
            case Lookup.Absent<NamespaceMarks> _ ->
                tryAgain(PodCause.NAMESPACE_MISSING, "its namespace does not exist");
            case Lookup.Unknown<NamespaceMarks> _ ->
                tryAgain(PodCause.NAMESPACE_UNREADABLE, "its namespace cannot be read now");
        });
    }

    /** A memory is a moment behind, so no pod is left out of the mesh, or refused, for what only the memory says. */
    private Step decide(Meshing.Seen seen) {
        var participation = participation(seen.marks());
        return switch (participation) {
            case Participation.Full(var cause) -> meshing.begin(seen, cause);
            case Participation.None none when none.certain() -> leaveAlone(none);
            case Participation.None none -> lookAgain(Optional.empty(), () -> leaveAlone(none));
            case Participation.IfAttachmentExists wanting ->
                attachment(found -> found instanceof Lookup.Found<Boolean>
                        ? meshing.begin(seen, wanting.cause())
                        : lookAgain(lasting(found), () -> unattached(wanting, seen, found)));
        };
    }

    private Participation participation(NamespaceMarks marks) {
        var found = Participation.of(pod, namespace, marks, rules.controlPlaneNamespace());
        return rules.scope().attaches() ? found : found.withoutAttachments();
    }

    /** Decides by a fresher look at the namespace, where one is to be had; what was found of the attachment stands. */
    private Step lookAgain(Optional<Lookup<Boolean>> attachment, Supplier<Step> otherwise) {
        return ask(
                facts -> facts.freshNamespace(namespace),
                found -> found instanceof Lookup.Found<NamespaceMarks>(var marks)
                        ? follow(new Meshing.Seen(marks, true), attachment)
                        : otherwise.get());
    }

    /** What cannot be told at one moment may be told at the next. */
    private static Optional<Lookup<Boolean>> lasting(Lookup<Boolean> found) {
        return found instanceof Lookup.Unknown<Boolean> ? Optional.empty() : Optional.of(found);
    }

    private Step follow(Meshing.Seen seen, Optional<Lookup<Boolean>> attachment) {
        return switch (participation(seen.marks())) {
            case Participation.Full(var cause) -> meshing.begin(seen, cause);
            case Participation.None none -> leaveAlone(none);
            case Participation.IfAttachmentExists wanting ->
                attachment
                        .map(found -> attached(wanting, seen, found))
                        .orElseGet(() -> attachment(found -> attached(wanting, seen, found)));
        };
    }

    private Step attachment(Function<Lookup<Boolean>, Step> then) {
        return ask(facts -> facts.attachment(rules.scope().placeFor(namespace)), then);
    }

    private Step attached(Participation.IfAttachmentExists wanting, Meshing.Seen seen, Lookup<Boolean> found) {
        return found instanceof Lookup.Found<Boolean>
                ? meshing.begin(seen, wanting.cause())
                : unattached(wanting, seen, found);
    }

    private Step unattached(Participation.IfAttachmentExists wanting, Meshing.Seen seen, Lookup<Boolean> found) {
        if (!(found instanceof Lookup.Absent<Boolean>)) {
            return tryAgain(PodCause.ATTACHMENT_UNREADABLE, "its " + Multus.KIND + " cannot be read now");
        }
        return new Step.Done(meshing.without(
                seen.marks(),
                new Verdict.Refuse(PodCause.NO_ATTACHMENT, wanting.reason() + ", and " + nothingWaits())));
    }

    private String nothingWaits() {
        return "namespace " + rules.scope().placeFor(namespace) + " has no " + Multus.KIND + " " + Multus.ATTACHMENT
                + (rules.scope().shared()
                        ? ", which all namespaces share; linkerd-multus' controller makes it"
                        : "; annotate the namespace with " + Linkerd.MULTUS + "=" + Linkerd.ENABLED);
    }

    static <T> Step ask(Function<ClusterFacts, Lookup<T>> question, Function<Lookup<T>, Step> then) {
        return new Step.Ask<>(question, then);
    }

    private static Step tryAgain(Cause cause, String reason) {
        return new Step.Done(new Verdict.TryAgain(cause, reason));
    }

    private static Step leaveAlone(Participation.None none) {
        return new Step.Done(new Admit(List.of(), none.warning().stream().toList(), none.cause(), none.reason()));
    }
}
