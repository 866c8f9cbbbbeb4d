// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

/** The answer to a review. */
public abstract sealed class Answer permits PodAnswer, AttachmentAnswer {
    private final byte[] json;
    private final ReviewResult result;

    Answer(byte[] json, ReviewResult result) {
        this.json = json;
        this.result = result;
    }

    /** {@return what to send}, in UTF-8; to be sent once, since nobody copies it; a line of text where we failed */
    public byte[] json() {
        return json;
    }

    /** {@return whether it is a review, or text about our own failure, on which the failurePolicy decides} */
    public boolean isReview() {
        return true;
    }

    /** {@return how the review ended} */
    public ReviewResult result() {
        return result;
    }
}
