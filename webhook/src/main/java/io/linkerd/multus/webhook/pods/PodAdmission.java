// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.webhook.facts.ClusterFacts;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import jakarta.inject.Singleton;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers reviews of pods. Changes nothing anywhere, so a dry run is answered like any other. */
@Singleton
public class PodAdmission {
    private static final Logger log = LoggerFactory.getLogger(PodAdmission.class);

    private static final int FORBIDDEN = 403;
    private static final int INTERNAL_ERROR = 500;
    private static final int SERVICE_UNAVAILABLE = 503;

    private final PodReviewer reviewer;

    PodAdmission(ClusterFacts cluster, WebhookSettings settings) {
        this.reviewer = new PodReviewer(cluster, settings.controlPlaneNamespace(), settings.strategy());
    }

    /** How a review ended. */
    public enum Outcome {
        /** The pod was changed. */
        PATCHED,
        /** It was admitted as it is. */
        UNCHANGED,
        /** It must not start as it is. */
        REFUSED,
        /** Nobody could say now. */
        UNDECIDED,
        /** We failed. */
        FAILED
    }

    /** The answer to a review, as JSON. */
    public record Answer(String json, Outcome outcome) {}

    /**
     * Answers a review.
     *
     * @throws MalformedJson if the document is no review; its message may be shown to the sender
     */
    public Answer answer(byte[] document) throws MalformedJson {
        ReviewRequest request = ReviewRequest.read(document);
        try {
            return request.pod()
                    .map(pod -> answer(request, pod))
                    .orElseGet(() -> admitted(
                            request,
                            new PodDecision.Admit(java.util.List.of(), java.util.List.of(), "it is no new pod")));
        } catch (RuntimeException bug) {
            // The edge: a review is always answered. The sender learns that we failed, the log how.
            log.atError()
                    .setCause(bug)
                    .addKeyValue("namespace", request.namespace())
                    .log("a review failed, the pod was refused; please report this");
            String message = "linkerd-multus failed on this pod; its log says how";
            return new Answer(
                    ReviewResponse.deny(request.uid(), INTERNAL_ERROR, "InternalError", message), Outcome.FAILED);
        }
    }

    private Answer answer(ReviewRequest request, Pod pod) {
        PodDecision decision = reviewer.review(pod, request.namespace());
        log.atDebug()
                .addKeyValue("namespace", request.namespace())
                .addKeyValue("pod", pod.name())
                .addKeyValue("decision", decision)
                .log("reviewed a pod");
        return switch (decision) {
            case PodDecision.Admit admit -> admitted(request, admit);
            case PodDecision.Refuse(var reason) ->
                denied(request, pod, FORBIDDEN, "Forbidden", reason, Outcome.REFUSED);
            case PodDecision.TryAgain(var reason) ->
                denied(
                        request,
                        pod,
                        SERVICE_UNAVAILABLE,
                        "ServiceUnavailable",
                        reason + "; try again",
                        Outcome.UNDECIDED);
        };
    }

    private static Answer admitted(ReviewRequest request, PodDecision.Admit admit) {
        return new Answer(
                ReviewResponse.admit(request.uid(), admit),
                admit.patch().isEmpty() ? Outcome.UNCHANGED : Outcome.PATCHED);
    }

    private static Answer denied(
            ReviewRequest request, Pod pod, int code, String status, String reason, Outcome outcome) {
        String message = "linkerd-multus cannot mesh pod " + request.namespace() + "/" + pod.name() + ": " + reason;
        return new Answer(ReviewResponse.deny(request.uid(), code, status, message), outcome);
    }
}
