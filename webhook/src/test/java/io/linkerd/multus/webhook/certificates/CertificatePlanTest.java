// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.StrangeAuthority;
import io.linkerd.multus.webhook.certificates.Authorities.Next;
import io.linkerd.multus.webhook.certificates.CertificateStep.Adopt;
import io.linkerd.multus.webhook.certificates.CertificateStep.Advance;
import io.linkerd.multus.webhook.certificates.CertificateStep.Prepare;
import io.linkerd.multus.webhook.certificates.CertificateStep.Rest;
import io.linkerd.multus.webhook.certificates.CertificateStep.StartOver;
import io.linkerd.multus.webhook.certificates.CertificateStep.Trust;
import io.linkerd.multus.webhook.certificates.CertificateStep.Write;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The specification of {@link CertificatePlan}: what is there, and the one step that follows. */
class CertificatePlanTest {
    private static final CertificatePolicy POLICY = CertificatePolicy.STANDARD;
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final CertificateIssuer ISSUER = new CertificateIssuer(POLICY, List.of("webhook.ns.svc"));

    /** In the middle of its life, of 365 days. */
    private static final Authority CURRENT = ISSUER.authority(NOW.minus(Duration.ofDays(30)));

    /** With less than a third of its life left. */
    private static final Authority OLD = ISSUER.authority(NOW.minus(Duration.ofDays(250)));

    private static final Authority ENDED = ISSUER.authority(NOW.minus(Duration.ofDays(366)));
    private static final Authority FRESH = ISSUER.authority(NOW.minus(Duration.ofMinutes(5)));

    /** Made by a clock that is two days ahead of ours: a day more than certificates begin in the past. */
    private static final Authority FROM_TOMORROW = ISSUER.authority(NOW.plus(Duration.ofDays(2)));

    private static final Authority PREVIOUS = ISSUER.authority(NOW.minus(Duration.ofDays(300)));
    private static final X509 STRANGER = ISSUER.authority(NOW).certificate();

    /** A certificate authority all the same, and not by name one of ours. */
    private static final TrustBundle FOREIGNER = TrustBundle.read(StrangeAuthority.pem());

    private static final Instant RECHECK = NOW.plus(Duration.ofMinutes(1));
    private static final Instant LEAVES_END = NOW.plus(POLICY.leafLifetime());

    /** A replica that sees the objects, and what it does. */
    record Case(String name, Observed seen, CertificateStep step) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> whatFollows() {
        var settled = just(CURRENT);
        var due = just(OLD);
        var prepared = due.prepare(FRESH);
        var trusted = prepared.confirm(prepared.next().orElseThrow(), NOW.minus(Duration.ofSeconds(20)));
        var learnt = prepared.confirm(prepared.next().orElseThrow(), NOW.minus(Duration.ofSeconds(60)));
        var changed = new Authorities(
                CURRENT, Optional.empty(), List.of(PREVIOUS.certificate()), Optional.of(NOW.plusSeconds(30)));
        var outlived = new Authorities(CURRENT, Optional.empty(), List.of(PREVIOUS.certificate()), Optional.of(NOW));
        return Stream.of(
                // startOver
                new Case("an empty cluster", absent(bundle()), startOver(Optional.empty(), "there is no Secret")),
                new Case(
                        "no Secret, and trust in whom it held",
                        absent(bundle(CURRENT, ENDED)),
                        startOver(Optional.empty(), "there is no Secret")),
                new Case(
                        "neither Secret nor configuration",
                        new Observed(new SecretReading.Absent(), new ConfigurationReading.Absent()),
                        startOver(Optional.empty(), "there is no Secret")),
                new Case(
                        "somebody broke the Secret",
                        new Observed(
                                new SecretReading.Broken("7", "ca.key is missing"), configuration(bundle(CURRENT))),
                        startOver(Optional.of("7"), "the Secret is broken: ca.key is missing")),
                // adopt
                new Case(
                        "a new Secret, which knows nobody yet",
                        seen(Authorities.startOver(CURRENT), bundle(PREVIOUS)),
                        new Adopt(
                                "7",
                                Authorities.startOver(CURRENT),
                                LEAVES_END,
                                "leaves of others may still be served")),
                new Case(
                        "somebody put an older Secret back, and all serve leaves of whom the newer one held",
                        seen(due, bundle(CURRENT)),
                        new Adopt("7", due, LEAVES_END, "leaves of others may still be served")),
                new Case(
                        "somebody put an older Secret back from before a rotation, whose two sides are still trusted",
                        seen(due, bundle(CURRENT, OLD)),
                        new Prepare("7", due, "the authority has a third of its life left")),
                new Case(
                        "somebody put an older caBundle back",
                        seen(settled, bundle(OLD)),
                        trust(settled, "the caBundle does not name who signs")),
                // retire
                new Case(
                        "the last old leaf has ended",
                        seen(outlived, bundle(CURRENT, PREVIOUS)),
                        new Advance(
                                CertificateStep.Stage.RETIRE, "7", outlived.retire(), "the last old leaf has ended")),
                new Case(
                        "the last old leaf has ended, and somebody emptied the caBundle",
                        seen(outlived, bundle()),
                        new Advance(
                                CertificateStep.Stage.RETIRE, "7", outlived.retire(), "the last old leaf has ended")),
                new Case("old leaves are still served", seen(changed, bundle(CURRENT, PREVIOUS)), rest(30)),
                // replaceEnded
                new Case(
                        "the authority has ended, and has no successor",
                        seen(just(ENDED), bundle(ENDED)),
                        startOver(Optional.of("7"), "the authority has ended, and no other can follow it")),
                new Case(
                        "authority and successor have ended",
                        seen(just(ENDED).prepare(ENDED), bundle(ENDED)),
                        startOver(Optional.of("7"), "the authority has ended, and no other can follow it")),
                new Case(
                        "our clock is behind the one that made the authority, which stays",
                        seen(just(FROM_TOMORROW), bundle(FROM_TOMORROW)),
                        rest(60)),
                new Case(
                        "the authority has ended, and our clock is behind the one that made the successor",
                        seen(
                                just(ENDED)
                                        .prepare(FROM_TOMORROW)
                                        .confirm(new Next(FROM_TOMORROW, Optional.empty()), NOW),
                                bundle(ENDED, FROM_TOMORROW)),
                        startOver(Optional.of("7"), "the authority has ended, and no other can follow it")),
                new Case(
                        "no Secret, and our clock is behind the one that made whom it held",
                        absent(bundle(FROM_TOMORROW)),
                        startOver(Optional.empty(), "there is no Secret")),
                // prepare
                new Case(
                        "the authority is due",
                        seen(due, bundle(OLD)),
                        new Prepare("7", due, "the authority has a third of its life left")),
                new Case(
                        "the authority is due, and somebody emptied the caBundle",
                        seen(due, bundle()),
                        new Prepare("7", due, "the authority has a third of its life left")),
                new Case(
                        "the successor ended before it signed",
                        seen(due.prepare(ENDED), bundle(OLD, ENDED)),
                        new Prepare("7", due.prepare(ENDED), "the authority has a third of its life left")),
                new Case(
                        "our clock is behind the one that made the successor, which is confirmed",
                        seen(due.prepare(FROM_TOMORROW), bundle(OLD, FROM_TOMORROW)),
                        new Advance(
                                CertificateStep.Stage.CONFIRM,
                                "7",
                                due.prepare(FROM_TOMORROW).confirm(new Next(FROM_TOMORROW, Optional.empty()), NOW),
                                "the caBundle names who will sign")),
                new Case(
                        "our clock is behind the one that made the successor, which does not sign yet",
                        seen(
                                due.prepare(FROM_TOMORROW)
                                        .confirm(
                                                new Next(FROM_TOMORROW, Optional.empty()),
                                                NOW.minus(Duration.ofHours(1))),
                                bundle(OLD, FROM_TOMORROW)),
                        rest(60)),
                // trust
                new Case(
                        "a new release, whose configuration trusts nobody",
                        seen(settled, bundle()),
                        trust(settled, "the caBundle does not name who signs")),
                new Case(
                        "somebody put a stranger into the caBundle, who is newer than who signs",
                        seen(settled, FOREIGNER),
                        trust(settled, "the caBundle does not name who signs")),
                new Case(
                        "somebody added an authority to the caBundle",
                        seen(settled, new TrustBundle(List.of(CURRENT.certificate(), STRANGER))),
                        trust(settled, "the caBundle names an authority of which no leaf is served")),
                new Case(
                        "one of two webhooks lost its caBundle",
                        new Observed(
                                new SecretReading.Present("7", settled),
                                new ConfigurationReading.Present("9", Map.of("a", bundle(CURRENT), "b", bundle()))),
                        new Trust(
                                "9",
                                Set.of("a", "b"),
                                settled.trusted(),
                                NamespaceOwnership.NONE,
                                "the caBundle does not name who signs")),
                new Case(
                        "a successor is prepared",
                        seen(prepared, bundle(OLD)),
                        trust(prepared, "the caBundle does not name who will sign")),
                new Case(
                        "somebody took the successor out of the caBundle while it settled",
                        seen(trusted, bundle(OLD)),
                        trust(trusted, "the caBundle does not name who will sign")),
                new Case(
                        "somebody took out whose leaves are still served",
                        seen(changed, bundle(CURRENT)),
                        trust(changed, "the caBundle does not name whose leaves may still be served")),
                // confirm
                new Case(
                        "the caBundle was read back with the successor",
                        seen(prepared, bundle(FRESH, OLD)),
                        new Advance(
                                CertificateStep.Stage.CONFIRM,
                                "7",
                                prepared.confirm(prepared.next().orElseThrow(), NOW),
                                "the caBundle names who will sign")),
                new Case("nobody is called, so nobody can learn of the successor", uncalled(prepared), rest(60)),
                new Case(
                        "no configuration names the webhook, and the authority has ended",
                        uncalled(just(ENDED).prepare(FRESH)),
                        new Advance(
                                CertificateStep.Stage.CONFIRM,
                                "7",
                                just(ENDED).prepare(FRESH).confirm(new Next(FRESH, Optional.empty()), NOW),
                                "no configuration names the webhook, and the authority has ended")),
                // sign
                new Case("API servers are given a minute to learn", seen(trusted, bundle(OLD, FRESH)), rest(40)),
                new Case(
                        "API servers have learnt",
                        seen(learnt, bundle(OLD, FRESH)),
                        sign(learnt, "API servers have had time to learn of who will sign")),
                new Case(
                        "the authority ended while the successor settled",
                        seen(endedWhile(trusted), bundle(ENDED, FRESH)),
                        sign(endedWhile(trusted), "the authority has ended")),
                new Case(
                        "our clock is behind the one that confirmed the successor",
                        seen(
                                prepared.confirm(prepared.next().orElseThrow(), NOW.plus(Duration.ofHours(1))),
                                bundle(OLD, FRESH)),
                        rest(60)),
                // rest
                new Case("nothing is due", seen(settled, bundle(CURRENT)), rest(60)),
                new Case("nothing is due, and nobody is called", uncalled(settled), rest(60)));
    }

    @ParameterizedTest
    @MethodSource
    void whatFollows(Case row) {
        var step = CertificatePlan.of(row.seen(), NOW, POLICY);

        assertThat(step).isEqualTo(row.step());
    }

    @Test
    void restsUntilTheAuthorityIsDue() {
        var due = CertificatePolicy.renewal(CURRENT.certificate());
        var seen = seen(just(CURRENT), bundle(CURRENT));

        assertThat(CertificatePlan.of(seen, due.minusSeconds(10), POLICY)).isEqualTo(new Rest(due));
        assertThat(CertificatePlan.of(seen, due, POLICY)).isInstanceOf(Prepare.class);
    }

    /** Two replicas see the same and want the same, on the same version; the one that loses looks again and finds it done. */
    @Test
    void oneOfTwoReplicasWrites() {
        var store = new InMemoryCertificateStore(() -> NOW);
        var one = (StartOver) CertificatePlan.of(store.observe(), NOW, POLICY);
        var other = (StartOver) CertificatePlan.of(store.observe(), NOW, POLICY);

        assertThat(store.write(one.version(), just(FRESH))).isEqualTo(CertificateStore.WriteResult.WRITTEN);
        assertThat(store.write(other.version(), just(CURRENT))).isEqualTo(CertificateStore.WriteResult.LOST_RACE);
        assertThat(CertificatePlan.of(store.observe(), NOW, POLICY)).isInstanceOf(Trust.class);
    }

    private static Authorities just(Authority authority) {
        return new Authorities(authority, Optional.empty(), List.of(), Optional.empty());
    }

    private static Authorities endedWhile(Authorities rotating) {
        return new Authorities(ENDED, rotating.next(), List.of(), Optional.empty());
    }

    private static TrustBundle bundle(Authority... authorities) {
        return new TrustBundle(
                Stream.of(authorities).map(Authority::certificate).toList());
    }

    private static Observed seen(Authorities authorities, TrustBundle bundle) {
        return new Observed(new SecretReading.Present("7", authorities), configuration(bundle));
    }

    private static Observed uncalled(Authorities authorities) {
        return new Observed(new SecretReading.Present("7", authorities), new ConfigurationReading.Absent());
    }

    private static Observed absent(TrustBundle bundle) {
        return new Observed(new SecretReading.Absent(), configuration(bundle));
    }

    private static ConfigurationReading configuration(TrustBundle bundle) {
        return new ConfigurationReading.Present("9", Map.of("pods", bundle));
    }

    private static Write startOver(Optional<String> version, String reason) {
        return new StartOver(version, reason);
    }

    private static Write trust(Authorities authorities, String reason) {
        return new Trust("9", Set.of("pods"), authorities.trusted(), NamespaceOwnership.NONE, reason);
    }

    private static Write sign(Authorities authorities, String reason) {
        return new Advance(
                CertificateStep.Stage.SIGN,
                "7",
                authorities.sign(authorities.next().orElseThrow(), LEAVES_END),
                reason);
    }

    private static Rest rest(int seconds) {
        return new Rest(seconds == 60 ? RECHECK : NOW.plusSeconds(seconds));
    }
}
