// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * What a replica knows of its certificates.
 *
 * @param leaf what it serves
 * @param trusted whom the {@code caBundle} named when it was last read, and since when
 * @param problem why nothing can be served to an API server, as far as the cluster's objects tell
 * @param wrongClock how far this clock is from the API server's, where that is too far
 * @param isUnlearned there was nothing to serve before, and API servers that trust somebody else may not have learned of who signed it
 */
record CertificateState(
        Optional<Leaf> leaf,
        TrustedSince trusted,
        Optional<String> problem,
        Optional<String> wrongClock,
        boolean isUnlearned) {

    private static final String UNCONFIGURED = "the MutatingWebhookConfiguration does not exist";

    static final CertificateState INITIAL =
            new CertificateState(Optional.empty(), TrustedSince.NONE, Optional.of("the API server was not asked yet"));

    CertificateState(Optional<Leaf> leaf, TrustedSince trusted, Optional<String> problem) {
        this(leaf, trusted, problem, Optional.empty(), false);
    }

    CertificateState looked(Observed seen, Instant now, long nanos, CertificatePolicy policy) {
        var since = trusted.seen(seen.trustedByAll(), nanos);
        return new CertificateState(
                leaf,
                since,
                problem(seen),
                wrongClock(seen, now, policy),
                isUnlearned && !isLearned(seen, since, policy));
    }

    CertificateState serving(Leaf next) {
        return new CertificateState(Optional.of(next), trusted, problem, wrongClock, leaf.isEmpty() || isUnlearned);
    }

    /** Where nobody else is trusted, whoever has not learned of it calls nobody, and there is nothing to wait for. */
    private boolean isLearned(Observed seen, TrustedSince since, CertificatePolicy policy) {
        boolean isAlone = seen.secret() instanceof SecretReading.Present(var _, var authorities)
                && authorities.previous().isEmpty();
        return leaf.flatMap(served -> since.lasting(served.authority()))
                .filter(time -> isAlone || time.compareTo(policy.settling()) >= 0)
                .isPresent();
    }

    /** {@return for how long API servers are given yet to learn of who signed what is served; empty where nobody waits for it} */
    Optional<Duration> learning(CertificatePolicy policy) {
        return leaf.filter(_ -> isUnlearned)
                .flatMap(served -> trusted.lasting(served.authority()))
                .map(policy.settling()::minus);
    }

    /** {@return whether there is a configuration, without which nobody is called; true as long as nobody knows} */
    boolean isConfigured() {
        return !problem.equals(Optional.of(UNCONFIGURED));
    }

    /** {@return why an API server would not trust what is served; nothing where it would} */
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
        if (trusted.lasting(leaf.get().authority()).isEmpty()) {
            return List.of(problem.orElse("the caBundle does not name the authority of the serving certificate"));
        }
        return isUnlearned
                ? List.of("API servers are given a minute to learn of the authority of the serving certificate")
                : List.of();
    }

    private static Optional<String> wrongClock(Observed seen, Instant now, CertificatePolicy policy) {
        return seen.time()
                .filter(theirs -> policy.isWrong(now, theirs))
                .map(theirs -> "this node's clock is wrong: it says " + now.truncatedTo(ChronoUnit.SECONDS)
                        + " when the API server's says " + theirs);
    }

    private static Optional<String> problem(Observed seen) {
        if (seen.configuration() instanceof ConfigurationReading.Absent) {
            return Optional.of(UNCONFIGURED);
        }
        return seen.secret() instanceof SecretReading.Present
                ? Optional.empty()
                : Optional.of("the certificate authority's Secret is missing or cannot be read");
    }
}
