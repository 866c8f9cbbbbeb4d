// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import java.util.Locale;

/** How a review ended. */
public enum ReviewResult {
    /** The object was changed. */
    PATCHED,
    /** It was admitted as it is. */
    UNCHANGED,
    /** It must not be as it is. */
    REFUSED,
    /** Nobody could say now. */
    UNDECIDED,
    /** We failed. */
    FAILED;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** {@return its name in metrics and logs} */
    public String label() {
        return label;
    }
}
