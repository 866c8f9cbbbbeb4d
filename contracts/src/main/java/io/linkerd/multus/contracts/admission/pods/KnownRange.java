// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.AllowedUids;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import java.util.Optional;

/** The range of user ids that a cache has of a namespace, held against what constraints have let in there. */
final class KnownRange {
    private KnownRange() {}

    /** {@return whether a pod tells that the cache is behind} */
    static boolean isBehind(Pod pod, Optional<SccRunAsUser> constraints, NamespaceMarks facts, AllowedUids allowed) {
        return pod.annotation(OpenShift.SCC).isPresent()
                && (facts.uidRange().isEmpty() ? needsOne(constraints) : hasAnother(pod, constraints, allowed));
    }

    /** Where constraints admit pods, namespaces have the annotation. */
    private static boolean needsOne(Optional<SccRunAsUser> constraints) {
        return constraints.map(KnownRange::isTakenBy).orElse(true);
    }

    /** What constraints have let in by the namespace's range lies in it. */
    private static boolean hasAnother(Pod pod, Optional<SccRunAsUser> constraints, AllowedUids allowed) {
        return constraints.filter(KnownRange::isTakenBy).isPresent()
                && allowed instanceof AllowedUids.Within(var range)
                && pod.others().stream()
                        .map(pod::effectiveUid)
                        .anyMatch(uid -> uid.isPresent() && !range.contains(uid.getAsLong()));
    }

    private static boolean isTakenBy(SccRunAsUser scc) {
        return scc.type().equals(SccRunAsUser.MUST_RUN_AS_RANGE)
                && scc.rangeMin().isEmpty()
                && scc.rangeMax().isEmpty();
    }
}
