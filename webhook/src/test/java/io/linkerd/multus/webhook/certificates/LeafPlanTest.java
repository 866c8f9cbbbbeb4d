// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.certificates.LeafPlan.Issue;
import io.linkerd.multus.webhook.certificates.LeafPlan.Keep;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The specification of {@link LeafPlan}: what a replica serves and sees, and what it does about it. */
class LeafPlanTest {
    private static final CertificatePolicy POLICY = CertificatePolicy.STANDARD;
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final CertificateIssuer ISSUER = new CertificateIssuer(POLICY, List.of("webhook.ns.svc"));
    private static final Authority CURRENT = ISSUER.authority(NOW.minus(Duration.ofDays(30)));
    private static final Authority PREVIOUS = ISSUER.authority(NOW.minus(Duration.ofDays(300)));
    private static final Authority ENDED = ISSUER.authority(NOW.minus(Duration.ofDays(366)));
    private static final Authority FROM_TOMORROW = ISSUER.authority(NOW.plus(Duration.ofDays(2)));

    /** Ends in a day, and every leaf that it signs with it. */
    private static final Authority ENDING = ISSUER.authority(NOW.minus(Duration.ofDays(364)));

    private static final Instant RECHECK = NOW.plus(Duration.ofMinutes(1));
    private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(1));
    private static final Instant JUST_NOW = NOW.minus(Duration.ofSeconds(20));

    private static final Leaf LEAF = leaf(CURRENT, 1);
    private static final Leaf OLD_LEAF = leaf(PREVIOUS, 1);

    /** What is served, since when who is trusted, what the Secret says, and what follows. */
    record Case(String name, Optional<Leaf> leaf, Map<X509, Instant> trusted, SecretReading secret, LeafPlan plan) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> whatFollows() {
        return Stream.of(
                new Case("a new replica", none(), trusted(), secret(CURRENT), issue("there was none")),
                new Case("no authority yet", none(), trusted(), new SecretReading.Absent(), new Keep(RECHECK)),
                new Case(
                        "a broken Secret, and a leaf that serves on",
                        Optional.of(LEAF),
                        trusted(CURRENT),
                        new SecretReading.Broken("7", "ca.key is missing"),
                        new Keep(RECHECK)),
                new Case(
                        "an authority that has ended signs nothing",
                        none(),
                        trusted(ENDED),
                        secret(ENDED),
                        new Keep(RECHECK)),
                new Case(
                        "our clock is behind the one that made the authority",
                        none(),
                        trusted(FROM_TOMORROW),
                        secret(FROM_TOMORROW),
                        new Keep(RECHECK)),
                new Case(
                        "a leaf in its best days",
                        Optional.of(LEAF),
                        trusted(CURRENT),
                        secret(CURRENT),
                        new Keep(CertificatePolicy.renewal(LEAF.certificate()))),
                new Case(
                        "a leaf that is due",
                        Optional.of(leaf(CURRENT, 6)),
                        trusted(CURRENT),
                        secret(CURRENT),
                        issue("a third of its life is left")),
                new Case(
                        "a leaf that has ended",
                        Optional.of(leaf(CURRENT, 8)),
                        trusted(CURRENT),
                        secret(CURRENT),
                        issue("the last one has ended")),
                new Case(
                        "our clock went back to before the leaf",
                        Optional.of(leaf(CURRENT, -2)),
                        trusted(CURRENT),
                        secret(CURRENT),
                        issue("the last one has ended")),
                new Case(
                        "a leaf that is due, and ends with its authority",
                        Optional.of(ISSUER.leaf(ENDING, NOW.minus(Duration.ofDays(4)))),
                        trusted(ENDING),
                        secret(ENDING),
                        new Keep(RECHECK)),
                new Case(
                        "a leaf of the previous authority, and everybody knows the new one",
                        Optional.of(OLD_LEAF),
                        trusted(CURRENT, PREVIOUS),
                        secret(CURRENT),
                        issue("the authority has changed")),
                new Case(
                        "a leaf of the previous authority, and not everybody may know the new one",
                        Optional.of(OLD_LEAF),
                        Map.of(PREVIOUS.certificate(), LONG_AGO, CURRENT.certificate(), JUST_NOW),
                        secret(CURRENT),
                        new Keep(JUST_NOW.plus(POLICY.settling()))),
                new Case(
                        "a leaf of the previous authority, and the new one is not in the caBundle yet",
                        Optional.of(OLD_LEAF),
                        trusted(PREVIOUS),
                        secret(CURRENT),
                        new Keep(RECHECK)),
                new Case(
                        "a leaf of an authority that is not trusted any more",
                        Optional.of(OLD_LEAF),
                        trusted(CURRENT),
                        secret(CURRENT),
                        issue("API servers do not trust the authority of the last one any more")),
                new Case(
                        "somebody emptied the caBundle, and the leaf is of who signs",
                        Optional.of(LEAF),
                        trusted(),
                        secret(CURRENT),
                        new Keep(CertificatePolicy.renewal(LEAF.certificate()))),
                new Case(
                        "somebody emptied the caBundle during a change",
                        Optional.of(OLD_LEAF),
                        trusted(),
                        secret(CURRENT),
                        issue("API servers do not trust the authority of the last one any more")));
    }

    @ParameterizedTest
    @MethodSource
    void whatFollows(Case row) {
        var state = new CertificateState(row.leaf(), since(row.trusted()), Optional.empty());
        var seen = new Observed(row.secret(), new ConfigurationReading.Absent());

        var plan = LeafPlan.of(state, seen, NOW, POLICY);

        assertThat(plan).isEqualTo(row.plan());
    }

    private static Optional<Leaf> none() {
        return Optional.empty();
    }

    private static Leaf leaf(Authority authority, int daysAgo) {
        return ISSUER.leaf(authority, NOW.minus(Duration.ofDays(daysAgo)));
    }

    private static Map<X509, Instant> trusted(Authority... authorities) {
        return Stream.of(authorities).map(Authority::certificate).collect(toMap(identity(), _ -> LONG_AGO));
    }

    private static TrustedSince since(Map<X509, Instant> trusted) {
        return new TrustedSince(
                trusted.entrySet().stream()
                        .collect(toMap(
                                Map.Entry::getKey,
                                entry -> Duration.between(NOW, entry.getValue()).toNanos())),
                0);
    }

    private static SecretReading secret(Authority current) {
        return new SecretReading.Present("7", new Authorities(current, Optional.empty(), List.of(), Optional.empty()));
    }

    private static LeafPlan issue(String reason) {
        return new Issue(CURRENT, reason);
    }
}
