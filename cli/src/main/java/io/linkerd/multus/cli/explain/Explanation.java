// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.Verdict;
import java.util.List;

/**
 * What the webhook decides on a pod.
 *
 * @param source the pod, and where it was found
 * @param namespace in which it is made
 * @param verdict the decision
 * @param assumed what was taken to be so without being seen, each in a sentence
 */
public record Explanation(PodSource source, String namespace, Verdict verdict, List<String> assumed) {
    /** Copies. */
    public Explanation {
        assumed = List.copyOf(assumed);
    }

    /** {@return whether the pod is let in} */
    public boolean isAdmitted() {
        return switch (verdict) {
            case Verdict.Admit _, Verdict.Unchecked _ -> true;
            case Verdict.Refuse _, Verdict.TryAgain _, Verdict.Fail _ -> false;
        };
    }

    List<String> warnings() {
        return verdict instanceof Verdict.Admit admit ? admit.warnings() : List.of();
    }

    List<PatchOperation> patch() {
        return verdict instanceof Verdict.Admit admit ? admit.patch() : List.of();
    }
}
