// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.admission.pods.Cause;
import io.linkerd.multus.contracts.admission.pods.ClusterFacts;
import io.linkerd.multus.contracts.admission.pods.PatchOperation;
import io.linkerd.multus.contracts.admission.pods.Pod;
import io.linkerd.multus.contracts.admission.pods.PodDecision;
import io.linkerd.multus.contracts.admission.pods.PodReader;
import io.linkerd.multus.contracts.admission.pods.PodReview;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.admission.pods.Step;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.cluster.Cluster;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers reviews of pods that are to be made. */
@Singleton
public final class PodAdmission implements Admission {
    static final Reviewed<Pod> PODS = new Reviewed<>("/v1/pods", Set.of(Reviewed.CREATE), PodReader::read);

    private static final Logger log = LoggerFactory.getLogger(PodAdmission.class);

    private static final int FORBIDDEN = 403;
    private static final int LONGEST_NAME = 253;

    private static final Step NO_NEW_POD =
            new Step.Done(new PodDecision.Admit(List.of(), List.of(), Cause.NO_NEW_POD, "it is no new pod"));

    private final Cluster cluster;
    private final PodRules rules;

    @Inject
    PodAdmission(Cluster cluster, WebhookSettings settings) {
        this(cluster, settings.podRules());
    }

    PodAdmission(Cluster cluster, PodRules rules) {
        this.cluster = cluster;
        this.rules = rules;
    }

    @Override
    public PodAnswer answer(InputStream document, Deadline deadline) throws MalformedJson, IOException {
        return new Waiting(ReviewRequest.read(document, PODS)).answer(deadline);
    }

    @Override
    public Review read(byte[] document) throws MalformedJson {
        return new Waiting(ReviewRequest.read(document, PODS));
    }

    /** One review, of which as much is decided as is known. */
    private final class Waiting implements Review {
        private final ReviewRequest<Pod> request;
        private Step step;

        private Waiting(ReviewRequest<Pod> request) {
            this.request = request;
            this.step = guarded(() -> request.object()
                    .map(pod -> PodReview.begin(pod, request.namespace(), rules))
                    .orElse(NO_NEW_POD));
        }

        @Override
        public Optional<Answer> answerAtOnce() {
            return advance(cluster::remembered) ? Optional.of(answered()) : Optional.empty();
        }

        @Override
        public PodAnswer answer(Deadline deadline) {
            advance(() -> cluster.until(deadline));
            return answered();
        }

        /** Whether the decision is made now. */
        private boolean advance(Supplier<ClusterFacts> facts) {
            step = guarded(() -> step.advance(facts.get()));
            return step instanceof Step.Done;
        }

        private PodAnswer answered() {
            return switch (step) {
                case Step.Done(var decision) -> PodAdmission.answer(request, decision);
                case Step.Ask<?> _ ->
                    throw new IllegalStateException("what the API server is asked for, it answers or not");
            };
        }

        /** The edge: a request is always answered. The sender learns that we failed, the log how, and failurePolicy says what follows. */
        private Step guarded(Supplier<Step> decision) {
            try {
                return decision.get();
            } catch (RuntimeException bug) {
                log.atError()
                        .setCause(bug)
                        .addKeyValue("namespace", request.namespace())
                        .log("a review failed, failurePolicy decides on the pod; please report this");
                return new Step.Done(new PodDecision.Fail("linkerd-multus failed on this pod; its log says how"));
            }
        }
    }

    private static PodAnswer answer(ReviewRequest<Pod> request, PodDecision decision) {
        var pod = request.object().map(PodAdmission::name).orElse("");
        var json = switch (decision) {
            case PodDecision.Admit admit -> ReviewResponse.admit(request.uid(), admit);
            case PodDecision.Refuse refuse ->
                ReviewResponse.deny(request.uid(), FORBIDDEN, "Forbidden", message(request, pod, refuse.reason()));
            case PodDecision.TryAgain later ->
                ReviewResponse.denyForNow(request.uid(), message(request, pod, later.reason() + "; try again"));
            case PodDecision.Fail(var reason) -> (reason + "\n").getBytes(StandardCharsets.UTF_8);
        };
        var answer = new PodAnswer(json, result(decision), decision.cause());
        tell(request, pod, decision, answer);
        return answer;
    }

    /** What asks for a longer one is refused after us. */
    private static String name(Pod pod) {
        var name = pod.name();
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
    }

    private static ReviewResult result(PodDecision decision) {
        return switch (decision) {
            case PodDecision.Admit admit -> admit.patch().isEmpty() ? ReviewResult.UNCHANGED : ReviewResult.PATCHED;
            case PodDecision.Refuse _ -> ReviewResult.REFUSED;
            case PodDecision.TryAgain _ -> ReviewResult.UNDECIDED;
            case PodDecision.Fail _ -> ReviewResult.FAILED;
        };
    }

    private static String message(ReviewRequest<Pod> request, String pod, String reason) {
        return "linkerd-multus cannot mesh pod " + request.namespace() + "/" + GoText.printable(pod) + ": " + reason;
    }

    /** One line a decision. What was put in is told by where, since values are as long as whoever made the pod likes. */
    private static void tell(ReviewRequest<Pod> request, String pod, PodDecision decision, PodAnswer answer) {
        log.atDebug()
                .addKeyValue("namespace", request.namespace())
                .addKeyValue("pod", pod)
                .addKeyValue("outcome", answer.result().label())
                .addKeyValue("cause", decision.cause().label())
                .addKeyValue("reason", decision.reason())
                .addKeyValue("changed", () -> changed(decision))
                .log("reviewed a pod");
    }

    private static String changed(PodDecision decision) {
        return decision instanceof PodDecision.Admit admit ? PatchOperation.pointers(admit.patch()) : "";
    }
}
