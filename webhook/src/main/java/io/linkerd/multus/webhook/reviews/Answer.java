// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.Cause;

/** The answer to a review. */
public final class Answer {
    private final ReviewedKind.Meters meters;
    private final byte[] json;
    private final boolean review;
    private final ReviewResult result;
    private final Cause cause;

    Answer(ReviewedKind.Meters meters, byte[] json, boolean review, ReviewResult result, Cause cause) {
        this.meters = meters;
        this.json = json;
        this.review = review;
        this.result = result;
        this.cause = cause;
    }

    /** {@return what to send}, in UTF-8; to be sent once, since it is not copied; a line of text where we failed */
    public byte[] json() {
        return json;
    }

    /** {@return whether it is a review, or text about our own failure, on which the failurePolicy decides} */
    public boolean isReview() {
        return review;
    }

    /** {@return how the review ended} */
    public ReviewResult result() {
        return result;
    }

    /** {@return why it ended so} */
    public Cause cause() {
        return cause;
    }

    /** {@return how it is counted} */
    public ReviewedKind.Meters meters() {
        return meters;
    }
}
