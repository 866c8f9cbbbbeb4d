// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.contracts.json.JsonLimits;
import java.time.Duration;

/** What a request may cost. */
final class AdmissionLimits {
    /** Largest admission request that is received. */
    static final int MAX_REQUEST = JsonLimits.REVIEW.length();

    /** A request is sent at once; who takes longer than an API server waits for the answer holds memory for nothing. */
    static final Duration BODY_DEADLINE = Duration.ofSeconds(10);

    private AdmissionLimits() {}
}
