// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.webhook.cluster.Cluster;
import io.linkerd.multus.webhook.cluster.Deadline;
import io.linkerd.multus.webhook.pods.Pod;
import io.linkerd.multus.webhook.pods.PodDecision;
import io.linkerd.multus.webhook.pods.PodReviewer;
import io.linkerd.multus.webhook.pods.PodRules;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers reviews of pods. Changes nothing anywhere, so a dry run is answered like any other. */
@Singleton
public class PodAdmission {
    private static final Logger log = LoggerFactory.getLogger(PodAdmission.class);

    private static final int FORBIDDEN = 403;
    private static final int INTERNAL_ERROR = 500;
    private static final int SERVICE_UNAVAILABLE = 503;

    private final Cluster cluster;
    private final PodRules rules;

    PodAdmission(Cluster cluster, WebhookSettings settings) {
        this.cluster = cluster;
        this.rules = PodRules.of(settings);
    }

    /**
     * Answers a review as it arrives, while somebody waits for the answer.
     *
     * @throws MalformedJson if the document is no review; its message may be shown to the sender
     * @throws IOException if it stops arriving
     */
    public Answer answer(InputStream document, Deadline deadline) throws MalformedJson, IOException {
        return new Review(ReviewRequest.read(document)).answer(deadline);
    }

    /**
     * Reads a review that is here.
     *
     * @throws MalformedJson if the document is no review; its message may be shown to the sender
     */
    public Review read(byte[] document) throws MalformedJson {
        return new Review(ReviewRequest.read(document));
    }

    /** A review that waits for its answer. */
    public final class Review {
        private final ReviewRequest request;

        private Review(ReviewRequest request) {
            this.request = request;
        }

        /** {@return the answer, where nobody has to be asked for it} Never waits. */
        public Optional<Answer> answerAtOnce() {
            var deadline = Deadline.over();
            var answer = answer(deadline);
            return deadline.wasMissed() ? Optional.empty() : Optional.of(answer);
        }

        /** {@return the answer}, with what can be asked until the deadline */
        public Answer answer(Deadline deadline) {
            return PodAdmission.this.answer(request, deadline);
        }
    }

    private Answer answer(ReviewRequest request, Deadline deadline) {
        try {
            return request.pod()
                    .map(pod -> answer(request, pod, deadline))
                    .orElseGet(
                            () -> admitted(request, new PodDecision.Admit(List.of(), List.of(), "it is no new pod")));
        } catch (RuntimeException bug) {
            // The edge: a review is always answered. The sender learns that we failed, the log how.
            log.atError()
                    .setCause(bug)
                    .addKeyValue("namespace", request.namespace())
                    .log("a review failed, the pod was refused; please report this");
            var message = "linkerd-multus failed on this pod; its log says how";
            return new Answer(
                    ReviewResponse.deny(request.uid(), INTERNAL_ERROR, "InternalError", message), ReviewResult.FAILED);
        }
    }

    private Answer answer(ReviewRequest request, Pod pod, Deadline deadline) {
        var reviewer = new PodReviewer(cluster.until(deadline), rules);
        var decision = reviewer.review(pod, request.namespace());
        log.atDebug()
                .addKeyValue("namespace", request.namespace())
                .addKeyValue("pod", pod.name())
                .addKeyValue("decision", decision)
                .log("reviewed a pod");
        return switch (decision) {
            case PodDecision.Admit admit -> admitted(request, admit);
            case PodDecision.Refuse(var reason) ->
                denied(request, pod, FORBIDDEN, "Forbidden", reason, ReviewResult.REFUSED);
            case PodDecision.TryAgain(var reason) ->
                denied(
                        request,
                        pod,
                        SERVICE_UNAVAILABLE,
                        "ServiceUnavailable",
                        reason + "; try again",
                        ReviewResult.UNDECIDED);
        };
    }

    private static Answer admitted(ReviewRequest request, PodDecision.Admit admit) {
        return new Answer(
                ReviewResponse.admit(request.uid(), admit),
                admit.patch().isEmpty() ? ReviewResult.UNCHANGED : ReviewResult.PATCHED);
    }

    private static Answer denied(
            ReviewRequest request, Pod pod, int code, String status, String reason, ReviewResult result) {
        var message = "linkerd-multus cannot mesh pod " + request.namespace() + "/" + pod.name() + ": " + reason;
        return new Answer(ReviewResponse.deny(request.uid(), code, status, message), result);
    }
}
