// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Instant;
import java.util.Optional;

/** What this replica does about its serving certificate. */
sealed interface LeafPlan {

    /** Serves on with the one it has, and looks again at the given time. */
    record Keep(Instant until) implements LeafPlan {}

    /** Has the authority sign a new one. */
    record Issue(Authority authority, String reason) implements LeafPlan {}

    /**
     * Decides; a leaf of another authority is only changed once API servers have had time to learn of the new one, unless the old
     * one is of no use to anybody.
     */
    static LeafPlan of(Optional<Leaf> leaf, Observed observed, TrustHistory history, Moment moment) {
        Instant recheck = moment.now().plus(CertificatePlan.RECHECK);
        if (!(observed.secret() instanceof SecretReading.Present(var _, var content))
                || !content.current().certified().isValid(moment.now())) {
            return new Keep(recheck);
        }
        return leaf.map(has -> of(has, content.current(), history, moment))
                .orElseGet(() -> new Issue(content.current(), "there was none"));
    }

    private static LeafPlan of(Leaf leaf, Authority current, TrustHistory history, Moment moment) {
        Instant now = moment.now();
        if (!leaf.certified().isValid(now)) {
            return new Issue(current, "the last one has ended");
        }
        if (leaf.authority().equals(current.certified())) {
            return ofSameAuthority(leaf, current, now);
        }
        if (history.of(leaf.authority()).isEmpty()) {
            return new Issue(current, "nobody trusts the authority of the last one any more");
        }
        Optional<Instant> settled = history.of(current.certified())
                .map(since -> since.plus(moment.policy().settling()));
        return settled.filter(at -> !now.isBefore(at)).isPresent()
                ? new Issue(current, "the authority has changed")
                : new Keep(settled.orElse(now.plus(CertificatePlan.RECHECK)));
    }

    /** A leaf that ends with its authority cannot be renewed by it; the authority's successor will. */
    private static LeafPlan ofSameAuthority(Leaf leaf, Authority current, Instant now) {
        if (!CertificatePolicy.isDue(leaf.certified(), now)) {
            return new Keep(CertificatePolicy.renewal(leaf.certified()));
        }
        return leaf.certified().notAfter().isBefore(leaf.authority().notAfter())
                ? new Issue(current, "a third of its life is left")
                : new Keep(now.plus(CertificatePlan.RECHECK));
    }

    /** A time, and the rules that hold. */
    record Moment(Instant now, CertificatePolicy policy) {}
}
