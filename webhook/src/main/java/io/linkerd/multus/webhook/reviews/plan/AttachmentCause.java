// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.admission.Cause;
import java.util.Locale;

/** Why a review of a NetworkAttachmentDefinition ended as it did. */
public enum AttachmentCause implements Cause {
    /** It is not about one that is to be made or changed. */
    NO_ATTACHMENT,
    /** Multus can run it, as far as can be told. */
    RUNNABLE,
    /** Multus could never run it. */
    NOT_RUNNABLE,
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
