// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.Cause;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.admission.pods.Pod;
import io.linkerd.multus.contracts.admission.pods.PodCause;
import io.linkerd.multus.contracts.admission.pods.PodReader;
import io.linkerd.multus.contracts.admission.pods.PodReview;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.admission.pods.Step;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.cluster.Cluster;
import java.util.Optional;
import java.util.Set;

/** Reviews of pods that are to be made. */
record PodReviews(Cluster cluster, PodRules rules) implements Judge<Pod> {
    /** Where they come to. */
    static final String PATH = "/mutate/pods";

    private static final int FORBIDDEN = 403;

    static ReviewedKind<Pod> kind(Cluster cluster, PodRules rules) {
        return new ReviewedKind<>(
                PATH,
                "/v1/pods",
                ReviewedKind.Scope.NAMESPACE,
                Set.of(ReviewedKind.CREATE),
                PodReader::read,
                new PodReviews(cluster, rules),
                new Words<>(
                        "pod",
                        "a pod",
                        Pod::name,
                        "linkerd-multus cannot mesh pod",
                        FORBIDDEN,
                        "Forbidden",
                        "failurePolicy decides on the pod"),
                new ReviewedKind.Meters(
                        "linkerd_multus_webhook_admissions", "Reviews of pods, by how they ended", true));
    }

    @Override
    public Case begin(String namespace, Pod pod, Optional<Pod> before) {
        return new Open(PodReview.begin(pod, namespace, rules));
    }

    @Override
    public Cause otherwise() {
        return PodCause.NO_NEW_POD;
    }

    @Override
    public Verdict afterFailure() {
        return new Verdict.Fail(PodCause.OUR_ERROR, "linkerd-multus failed on this pod; its log says how");
    }

    /** One pod, of which as much is decided as is known. */
    private final class Open implements Case {
        private Step step;

        Open(Step first) {
            this.step = first;
        }

        @Override
        public Optional<Verdict> atOnce() {
            step = step.advance(cluster.remembered());
            return step instanceof Step.Done(var verdict) ? Optional.of(verdict) : Optional.empty();
        }

        @Override
        public Verdict until(Deadline deadline) {
            return switch (step.advance(cluster.until(deadline))) {
                case Step.Done(var verdict) -> verdict;
                case Step.Ask<?> _ ->
                    throw new IllegalStateException("an API server that is asked answers, or does not");
            };
        }
    }
}
