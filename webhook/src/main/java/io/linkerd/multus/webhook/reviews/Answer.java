// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.webhook.pods.Cause;

/** The answer to a review. */
public final class Answer {
    private final byte[] json;
    private final ReviewResult result;
    private final Cause cause;

    Answer(byte[] json, ReviewResult result, Cause cause) {
        this.json = json;
        this.result = result;
        this.cause = cause;
    }

    /** {@return what to send}, in UTF-8; to be sent once, since nobody copies it */
    public byte[] json() {
        return json;
    }

    /** {@return how the review ended} */
    public ReviewResult result() {
        return result;
    }

    /** {@return why it ended so} */
    public Cause cause() {
        return cause;
    }
}
