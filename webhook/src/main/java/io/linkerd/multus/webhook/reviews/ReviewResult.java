// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.Verdict;
import java.util.Locale;

/** How a review ended. */
public enum ReviewResult {
    /** The object was changed. */
    PATCHED,
    /** It was admitted as it is. */
    UNCHANGED,
    /** It must not be as it is. */
    REFUSED,
    /** It could not be told now. */
    UNDECIDED,
    /** We failed. */
    FAILED;

    /** {@return how a review with that verdict ended} */
    static ReviewResult of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Admit admit -> admit.patch().isEmpty() ? UNCHANGED : PATCHED;
            case Verdict.Unchecked unchecked -> unchecked.failed() ? FAILED : UNDECIDED;
            case Verdict.Refuse _ -> REFUSED;
            case Verdict.TryAgain _ -> UNDECIDED;
            case Verdict.Fail _ -> FAILED;
        };
    }

    private final String label = name().toLowerCase(Locale.ROOT);

    /** {@return its name in metrics and logs} */
    public String label() {
        return label;
    }
}
