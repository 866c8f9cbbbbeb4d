// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.admission.Cause;
import java.util.Locale;

/** Why a review of a LinkerdConfig ended as it did. */
public enum LinkerdConfigCause implements Cause {
    /** It is not about one that is to be made or changed. */
    NO_LINKERD_CONFIG,
    /** What it asks for can hold, as far as it tells itself. */
    CARRIED_OUT,
    /** What it asks for can never hold. */
    IMPOSSIBLE,
    /** There were too many at once. */
    BUSY,
    /** We have an error. */
    OUR_ERROR;

    private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

    @Override
    public String label() {
        return label;
    }
}
