// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission;

import java.util.List;

/** What is answered for an object that is under review. */
public sealed interface Verdict {

    /** {@return why, in a word} */
    Cause cause();

    /** {@return why} */
    String reason();

    /** It is admitted, with these changes; none are one that is right already, or none of ours. */
    record Admit(List<PatchOperation> patch, List<String> warnings, Cause cause, String reason) implements Verdict {
        /** Copies. */
        public Admit {
            patch = List.copyOf(patch);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * It is admitted though it was not looked at, which a warning says: nothing is to wait for us.
     *
     * @param failed whether that is an error of ours, and not for want of time
     */
    record Unchecked(Cause cause, String reason, boolean failed) implements Verdict {}

    /** It must not be as it is. */
    record Refuse(Cause cause, String reason) implements Verdict {}

    /** It cannot be told now; what makes the object will try again. */
    record TryAgain(Cause cause, String reason) implements Verdict {}

    /** We have an error, and the failurePolicy decides. */
    record Fail(Cause cause, String reason) implements Verdict {}
}
