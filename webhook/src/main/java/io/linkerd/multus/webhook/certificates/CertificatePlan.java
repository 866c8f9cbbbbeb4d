// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.AuthorityRecord.Next;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides the next step from what is there and what time it is.
 *
 * <p>A rotation trusts first, signs second and forgets last: prepare, trust, confirm, sign, retire. At every moment in between, each
 * leaf that a replica may serve is signed by an authority that the {@code caBundle} names.
 */
final class CertificatePlan {
    /** Clocks are looked at this often, since a machine that slept wakes no timer. */
    static final Duration RECHECK = Duration.ofMinutes(1);

    private CertificatePlan() {}

    static CertificateStep next(Observed observed, Instant now, CertificatePolicy policy) {
        return switch (observed.secret()) {
            case SecretReading.Absent _ -> new CertificateStep.Create(stillValid(observed, now));
            case SecretReading.Broken(var version, var reason) ->
                new CertificateStep.Repair(version, stillValid(observed, now), reason);
            case SecretReading.Present secret -> next(secret, observed, now, policy);
        };
    }

    private static CertificateStep next(
            SecretReading.Present secret, Observed observed, Instant now, CertificatePolicy policy) {
        AuthorityRecord content = secret.content();
        if (content.retireAt().filter(at -> !now.isBefore(at)).isPresent()) {
            return new CertificateStep.Retire(secret.version(), content);
        }
        Optional<Next> successor =
                content.next().filter(next -> next.authority().certified().isValid(now));
        boolean currentEnded = !content.current().certified().isValid(now);
        if (currentEnded && successor.isEmpty()) {
            return new CertificateStep.Repair(
                    secret.version(), stillValid(observed, now), "the authority is not valid at " + now);
        }
        if (successor.isEmpty() && CertificatePolicy.isDue(content.current().certified(), now)) {
            return new CertificateStep.Prepare(secret.version(), content);
        }
        if (observed.configuration() instanceof ConfigurationReading.Present(var version, var trust)
                && !trust.values().stream().allMatch(content.trusted()::trustsTheSameAs)) {
            return new CertificateStep.Trust(version, trust.keySet(), content.trusted());
        }
        return successor
                .map(next -> handOver(secret, next, observed, now, currentEnded ? Duration.ZERO : policy.settling()))
                .orElseGet(() -> new CertificateStep.Rest(restUntil(content, now)));
    }

    /** The {@code caBundle} was just read and names the successor, or there is no configuration that could. */
    private static CertificateStep handOver(
            SecretReading.Present secret, Next next, Observed observed, Instant now, Duration settling) {
        AuthorityRecord content = secret.content();
        boolean called = observed.configuration() instanceof ConfigurationReading.Present;
        if (next.trustedSince().isEmpty()) {
            return called || settling.isZero()
                    ? new CertificateStep.Confirm(secret.version(), content, next)
                    : new CertificateStep.Rest(restUntil(content, now));
        }
        Instant settled = next.trustedSince().get().plus(settling);
        return now.isBefore(settled)
                ? new CertificateStep.Rest(earliest(settled, restUntil(content, now)))
                : new CertificateStep.Sign(secret.version(), content, next);
    }

    private static Instant restUntil(AuthorityRecord content, Instant now) {
        Instant recheck = now.plus(RECHECK);
        Instant renewal = CertificatePolicy.renewal(content.current().certified());
        Instant until = now.isBefore(renewal) ? earliest(recheck, renewal) : recheck;
        return content.retireAt().map(at -> earliest(at, until)).orElse(until);
    }

    private static Instant earliest(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static List<Certified> stillValid(Observed observed, Instant now) {
        return observed.trustedByAll().authorities().stream()
                .filter(authority -> authority.isValid(now))
                .toList();
    }
}
