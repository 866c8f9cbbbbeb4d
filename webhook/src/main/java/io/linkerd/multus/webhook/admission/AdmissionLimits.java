// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.admission;

import java.time.Duration;

/** What a request may cost. */
final class AdmissionLimits {
    /** Largest admission request we read: old and new object of 3 MiB each, plus 1 MiB for the envelope. */
    static final int MAX_REQUEST = 7 << 20;

    /** A request is sent at once; who takes longer than an API server waits for the answer holds memory for nothing. */
    static final Duration BODY_DEADLINE = Duration.ofSeconds(10);

    private AdmissionLimits() {}
}
