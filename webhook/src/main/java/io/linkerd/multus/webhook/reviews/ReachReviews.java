// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.Cause;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.reviews.plan.AskingLease;
import io.linkerd.multus.webhook.reviews.plan.ReachCause;
import java.util.Optional;
import java.util.Set;

/**
 * Reviews of the controller's own Lease, which it changes as a dry run to see whether the API server reaches the webhook. The answer takes no
 * time and asks the cluster nothing, so that a busy webhook is not taken for one that is out of reach.
 */
record ReachReviews() implements Judge<AskingLease> {
    /** Where they come to. */
    static final String PATH = "/mutate/reach";

    private static final int UNPROCESSABLE = 422;

    static ReviewedKind<AskingLease> kind() {
        return new ReviewedKind<>(
                PATH,
                "coordination.k8s.io/v1/leases",
                ReviewedKind.Scope.NAMESPACE,
                Set.of(ReviewedKind.UPDATE),
                AskingLease::read,
                new ReachReviews(),
                new Words<>(
                        "lease",
                        "a Lease",
                        AskingLease::name,
                        // No Lease is ever refused.
                        "linkerd-multus cannot answer Lease",
                        UNPROCESSABLE,
                        "Invalid",
                        "the Lease was admitted as it is"),
                new ReviewedKind.Meters(
                        "linkerd_multus_webhook_reach_admissions",
                        "Dry runs of the controller's Lease, by how they ended",
                        false));
    }

    @Override
    public Case begin(String namespace, AskingLease lease, Optional<AskingLease> before) {
        return new Case() {
            @Override
            public Optional<Verdict> atOnce() {
                return Optional.of(lease.answered());
            }

            @Override
            public Verdict until(Deadline deadline) {
                return lease.answered();
            }
        };
    }

    @Override
    public Cause otherwise() {
        return ReachCause.NO_LEASE;
    }

    /** Nothing is to be kept from a Lease because of us. */
    @Override
    public Verdict afterFailure() {
        return new Verdict.Unchecked(ReachCause.OUR_ERROR, "linkerd-multus failed on it", true);
    }
}
