// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Instant;

/** What this replica does about its serving certificate. */
sealed interface LeafPlan {

    /** Serves on with the one it has, and looks again at the given time. */
    record Keep(Instant until) implements LeafPlan {}

    /** Has the authority sign a new one. */
    record Issue(Authority authority, String reason) implements LeafPlan {}

    /**
     * {@return the plan} A leaf of another authority is only changed once API servers have had time to learn of the new one, unless
     * the old one is of no use to anybody.
     */
    static LeafPlan of(CertificateState state, Observed seen, Instant now, CertificatePolicy policy) {
        return seen.secret() instanceof SecretReading.Present(var _, var authorities)
                        && authorities.current().certificate().isValid(now)
                ? of(state, authorities.current(), now, policy)
                : new Keep(now.plus(CertificatePlan.RECHECK));
    }

    private static LeafPlan of(CertificateState state, Authority current, Instant now, CertificatePolicy policy) {
        if (state.leaf().isEmpty()) {
            return new Issue(current, "there was none");
        }
        var leaf = state.leaf().get();
        if (!leaf.certificate().isValid(now)) {
            return new Issue(current, "the last one has ended");
        }
        if (leaf.authority().equals(current.certificate())) {
            return ofSameAuthority(leaf, current, now);
        }
        if (state.trusted().lasting(leaf.authority()).isEmpty()) {
            return new Issue(current, "API servers do not trust the authority of the last one any more");
        }
        var left = state.trusted().lasting(current.certificate()).map(policy.settling()::minus);
        return left.filter(time -> !time.isPositive()).isPresent()
                ? new Issue(current, "the authority has changed")
                : new Keep(now.plus(left.orElse(CertificatePlan.RECHECK)));
    }

    /** A leaf that ends with its authority cannot be renewed by it; the authority's successor will. */
    private static LeafPlan ofSameAuthority(Leaf leaf, Authority current, Instant now) {
        if (!CertificatePolicy.isDue(leaf.certificate(), now)) {
            return new Keep(CertificatePolicy.renewal(leaf.certificate()));
        }
        return leaf.certificate().notAfter().isBefore(leaf.authority().notAfter())
                ? new Issue(current, "a third of its life is left")
                : new Keep(now.plus(CertificatePlan.RECHECK));
    }
}
