// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import java.util.List;

/** What is answered for a pod. */
public sealed interface PodDecision {

    /** {@return why, in a word} */
    Cause cause();

    /** {@return why} */
    String reason();

    /** It is admitted, with these changes; none are a pod that is right already, or none of ours. */
    record Admit(List<PatchOperation> patch, List<String> warnings, Cause cause, String reason) implements PodDecision {
        public Admit {
            patch = List.copyOf(patch);
            warnings = List.copyOf(warnings);
        }
    }

    /** It would start without a working mesh, or with its traffic passing by it, so it must not start. */
    record Refuse(Cause cause, String reason) implements PodDecision {}

    /** Nobody can say now; whoever makes the pod will try again. */
    record TryAgain(Cause cause, String reason) implements PodDecision {}

    /** We have an error. */
    record Fail(String reason) implements PodDecision {
        @Override
        public Cause cause() {
            return Cause.OUR_ERROR;
        }
    }
}
