// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a replica knows of its certificates.
 *
 * @param leaf what it serves
 * @param trusted whom the {@code caBundle} named when it was last read, and since when
 * @param isConfigured whether there is a configuration, without which nobody is called; true as long as nobody knows
 * @param problem why nothing can be served to an API server, as far as the Secret tells
 * @param wrongClock how far this clock is from the API server's, where that is too far
 */
record CertificateState(
        Optional<Leaf> leaf,
        TrustedSince trusted,
        boolean isConfigured,
        Optional<String> problem,
        Optional<String> wrongClock) {
    static final CertificateState INITIAL =
            new CertificateState(Optional.empty(), TrustedSince.NONE, Optional.of("the API server was not asked yet"));

    CertificateState(Optional<Leaf> leaf, TrustedSince trusted, Optional<String> problem) {
        this(leaf, trusted, true, problem, Optional.empty());
    }

    CertificateState looked(Observed seen, Instant now, long nanos, CertificatePolicy policy) {
        return new CertificateState(
                leaf,
                trusted.seen(seen.trustedByAll(), nanos),
                !(seen.configuration() instanceof ConfigurationReading.Absent),
                problem(seen),
                wrongClock(seen, now, policy));
    }

    CertificateState serving(Leaf leaf) {
        return new CertificateState(Optional.of(leaf), trusted, isConfigured, problem, wrongClock);
    }

    /** {@return whom an API server trusts; as long as there is no configuration, whom the first one is told to trust} */
    Set<X509> trustedByCallers() {
        return isConfigured
                ? trusted.authorities()
                : leaf.map(Leaf::authority).map(Set::of).orElse(Set.of());
    }

    /**
     * {@return why an API server would not trust what is served; nothing where it would} Nothing either as long as there is no configuration:
     * nobody calls then, and who makes one that refuses pods waits until somebody would answer.
     */
    List<String> whyNotReady(Instant now) {
        if (wrongClock.isPresent()) {
            return List.of(wrongClock.get());
        }
        if (leaf.isEmpty()) {
            return List.of(problem.orElse("there is no serving certificate yet"));
        }
        var served = leaf.get().certificate();
        if (!served.isValid(now)) {
            return List.of(
                    served.hasEnded(now)
                            ? "the serving certificate ended at " + served.notAfter()
                            : "the serving certificate begins at " + served.notBefore() + " by this node's clock");
        }
        return !isConfigured || trusted.lasting(leaf.get().authority()).isPresent()
                ? List.of()
                : List.of(problem.orElse("the caBundle does not name the authority of the serving certificate"));
    }

    private static Optional<String> wrongClock(Observed seen, Instant now, CertificatePolicy policy) {
        return seen.time()
                .filter(theirs -> policy.isWrong(now, theirs))
                .map(theirs -> "this node's clock is wrong: it says " + now.truncatedTo(ChronoUnit.SECONDS)
                        + " when the API server's says " + theirs);
    }

    private static Optional<String> problem(Observed seen) {
        return seen.secret() instanceof SecretReading.Present
                ? Optional.empty()
                : Optional.of("the certificate authority's Secret is missing or cannot be read");
    }
}
