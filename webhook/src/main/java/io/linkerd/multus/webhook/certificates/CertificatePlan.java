// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Authorities.Next;
import io.linkerd.multus.webhook.certificates.CertificateStep.Adopt;
import io.linkerd.multus.webhook.certificates.CertificateStep.Advance;
import io.linkerd.multus.webhook.certificates.CertificateStep.Prepare;
import io.linkerd.multus.webhook.certificates.CertificateStep.Rest;
import io.linkerd.multus.webhook.certificates.CertificateStep.Stage;
import io.linkerd.multus.webhook.certificates.CertificateStep.StartOver;
import io.linkerd.multus.webhook.certificates.CertificateStep.Trust;
import io.linkerd.multus.webhook.certificates.CertificateStep.Write;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides the next step from what is there and what time it is.
 *
 * <p>A rotation trusts first, signs second and forgets last, so that each leaf that a replica may serve is, at every moment, signed by
 * an authority that the {@code caBundle} names:
 *
 * <pre>
 *   the first    current: signs ─────────────────────────┐ previous: trusted, its leaves end ┐
 *   the second            next: trusted ─────────────────┴ current: signs ───────────────────┼──────────
 *                         │       │      │               │                                   │
 *                      prepare  trust  confirm · settle  sign                              retire · trust
 * </pre>
 */
final class CertificatePlan {
    /** Clocks are looked at this often, since a machine that slept wakes no timer. */
    static final Duration RECHECK = Duration.ofMinutes(1);

    /** The first that has something to write is followed. */
    private static final List<Rule> RULES = List.of(
            CertificatePlan::startOver,
            having(CertificatePlan::adopt),
            having(CertificatePlan::retire),
            having(CertificatePlan::replaceEnded),
            having(CertificatePlan::prepare),
            having(CertificatePlan::trust),
            having(CertificatePlan::confirm),
            having(CertificatePlan::sign));

    private CertificatePlan() {}

    /** One reason to write, which may not hold. */
    private interface Rule {
        Optional<? extends Write> write(Observed seen, Instant now, CertificatePolicy policy);
    }

    /** A rule for the time when there are authorities. */
    private interface RuleOfAuthorities {
        Optional<? extends Write> write(
                SecretReading.Present secret, Observed seen, Instant now, CertificatePolicy policy);
    }

    static CertificateStep of(Observed seen, Instant now, CertificatePolicy policy) {
        return RULES.stream()
                .flatMap(rule -> rule.write(seen, now, policy).stream())
                .<CertificateStep>map(write -> write)
                .findFirst()
                .orElseGet(() -> new Rest(restUntil(seen, now, policy)));
    }

    private static Rule having(RuleOfAuthorities rule) {
        return (seen, now, policy) -> seen.secret() instanceof SecretReading.Present secret
                ? rule.write(secret, seen, now, policy)
                : Optional.empty();
    }

    private static Optional<Write> startOver(Observed seen, Instant now, CertificatePolicy policy) {
        return switch (seen.secret()) {
            case SecretReading.Absent _ -> Optional.of(new StartOver(Optional.empty(), "there is no Secret"));
            case SecretReading.Broken(var version, var reason) ->
                Optional.of(new StartOver(Optional.of(version), "the Secret is broken: " + reason));
            case SecretReading.Present(var version, var authorities) ->
                Optional.of(authorities.current().certificate())
                        .filter(current -> policy.isFromTheFuture(current, now))
                        .map(current -> new StartOver(
                                Optional.of(version), "the authority begins at " + current.notBefore() + " only"));
        };
    }

    private static Optional<Write> adopt(
            SecretReading.Present secret, Observed seen, Instant now, CertificatePolicy policy) {
        return secret.content().isNew() || secret.content().isOlderThan(seen.trustedByAll(), now)
                ? Optional.of(new Adopt(
                        secret.version(),
                        secret.content(),
                        now.plus(policy.leafLifetime()),
                        "leaves of others may still be served"))
                : Optional.empty();
    }

    private static Optional<Write> retire(
            SecretReading.Present secret, Observed seen, Instant now, CertificatePolicy policy) {
        return secret.content()
                .retireAt()
                .filter(at -> !now.isBefore(at))
                .map(_ -> advance(Stage.RETIRE, secret, secret.content().retire(), "the last old leaf has ended"));
    }

    private static Optional<Write> replaceEnded(
            SecretReading.Present secret, Observed seen, Instant now, CertificatePolicy policy) {
        return secret.content().hasEnded(now) && secret.content().ready(now).isEmpty()
                ? Optional.of(new StartOver(
                        Optional.of(secret.version()), "the authority has ended, and no other can follow it"))
                : Optional.empty();
    }

    private static Optional<Write> prepare(
            SecretReading.Present secret, Observed seen, Instant now, CertificatePolicy policy) {
        return secret.content().successor(now).isEmpty()
                        && CertificatePolicy.isDue(secret.content().current().certificate(), now)
                ? Optional.of(
                        new Prepare(secret.version(), secret.content(), "the authority has a third of its life left"))
                : Optional.empty();
    }

    private static Optional<Write> trust(
            SecretReading.Present secret, Observed seen, Instant now, CertificatePolicy policy) {
        return Trust.missing(seen.configuration(), secret.content()).map(trust -> trust);
    }

    /** The {@code caBundle} was just read and names the successor, or there is no configuration that could and no time to wait. */
    private static Optional<Write> confirm(
            SecretReading.Present secret, Observed seen, Instant now, CertificatePolicy policy) {
        boolean readBack = seen.configuration() instanceof ConfigurationReading.Present;
        return secret.content()
                .successor(now)
                .filter(next -> next.trustedSince().isEmpty())
                .filter(_ -> readBack || settling(secret.content(), now, policy).isZero())
                .map(next -> advance(
                        Stage.CONFIRM,
                        secret,
                        secret.content().confirm(next, now),
                        readBack
                                ? "the caBundle names who will sign"
                                : "no configuration names the webhook, and the authority has ended"));
    }

    private static Optional<Write> sign(
            SecretReading.Present secret, Observed seen, Instant now, CertificatePolicy policy) {
        return secret.content()
                .ready(now)
                .filter(next -> settledAt(next, secret.content(), now, policy)
                        .filter(at -> !now.isBefore(at))
                        .isPresent())
                .map(next -> advance(
                        Stage.SIGN,
                        secret,
                        secret.content().sign(next, now.plus(policy.leafLifetime())),
                        secret.content().hasEnded(now)
                                ? "the authority has ended"
                                : "API servers have had time to learn of who will sign"));
    }

    private static Write advance(Stage stage, SecretReading.Present secret, Authorities after, String reason) {
        return new Advance(stage, secret.version(), after, reason);
    }

    private static Duration settling(Authorities authorities, Instant now, CertificatePolicy policy) {
        return authorities.hasEnded(now) ? Duration.ZERO : policy.settling();
    }

    /** When everybody knows of the successor, as far as it was confirmed. */
    private static Optional<Instant> settledAt(
            Next next, Authorities authorities, Instant now, CertificatePolicy policy) {
        return next.trustedSince().map(since -> since.plus(settling(authorities, now, policy)));
    }

    private static Instant restUntil(Observed seen, Instant now, CertificatePolicy policy) {
        var recheck = now.plus(RECHECK);
        if (!(seen.secret() instanceof SecretReading.Present(var _, var authorities))) {
            return recheck;
        }
        var renewal = CertificatePolicy.renewal(authorities.current().certificate());
        var settled = authorities.successor(now).flatMap(next -> settledAt(next, authorities, now, policy));
        return Stream.of(
                        Optional.of(renewal).filter(now::isBefore),
                        authorities.retireAt(),
                        settled.filter(now::isBefore))
                .flatMap(Optional::stream)
                .filter(recheck::isAfter)
                .min(Comparator.naturalOrder())
                .orElse(recheck);
    }
}
