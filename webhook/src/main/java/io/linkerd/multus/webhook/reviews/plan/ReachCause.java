// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.admission.Cause;
import java.util.Locale;

/** Why a review of a Lease ended as it did. */
public enum ReachCause implements Cause {
    /** It is not about a Lease that is to be changed. */
    NO_LEASE,
    /** It asks whether the API server reaches the webhook, which it does. */
    REACHED,
    /** It does not ask. */
    NOT_ASKED,
    /** We have an error. */
    OUR_ERROR;

    private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

    @Override
    public String label() {
        return label;
    }
}
