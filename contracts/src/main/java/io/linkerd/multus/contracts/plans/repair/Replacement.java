// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.repair;

import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.contracts.plans.PodOwner;
import java.time.Instant;

/**
 * A pod, and the owner that makes another one.
 *
 * @param descent whose successor the pod may be
 * @param newest creation of the newest pod of its lineage that is without rules
 */
public record Replacement(PodFacts pod, PodOwner owner, Descent descent, Instant newest) {
    /** {@return a pod of that owner, where {@code newest} is the newest of its lineage} */
    public static Replacement of(PodFacts pod, PodOwner owner, Instant newest) {
        return new Replacement(pod, owner, Descent.of(pod, owner), newest);
    }
}
