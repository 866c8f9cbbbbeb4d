// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission;

import io.linkerd.multus.contracts.json.JsonLimits;

/** How much of a review is read: the webhook takes what keeps to it, and what explains the webhook takes no more. */
public final class ReviewLimits {
    /**
     * What the API server asks the webhook, or another process that reaches its port: old and new object of 3 MiB each, plus 1 MiB for the
     * envelope. What is passed over costs nothing and may be as long as it likes, but for names: all those that lead to a place are held
     * there, a hundred at most, by each of many. Read are names, and annotations of 256 KiB at most.
     */
    public static final JsonLimits WHOLE =
            JsonLimits.ofLength(7 << 20).texts(256 << 10, 512 << 10).keys(5_000).build();

    private ReviewLimits() {}
}
