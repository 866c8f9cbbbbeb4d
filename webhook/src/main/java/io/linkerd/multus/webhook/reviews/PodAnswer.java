// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.pods.Cause;

/** The answer to a review of a pod. */
public final class PodAnswer extends Answer {
    private final Cause cause;

    PodAnswer(byte[] json, ReviewResult result, Cause cause) {
        super(json, result);
        this.cause = cause;
    }

    @Override
    public boolean isReview() {
        return result() != ReviewResult.FAILED;
    }

    /** {@return why the review ended as it did} */
    public Cause cause() {
        return cause;
    }
}
