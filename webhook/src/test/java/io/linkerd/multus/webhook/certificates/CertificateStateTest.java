// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.names.LinkerdMultus;
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

/** What a replica says of its readiness, by what it serves and what it saw last. */
class CertificateStateTest {
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final CertificateIssuer ISSUER =
            new CertificateIssuer(CertificatePolicy.STANDARD, List.of("webhook.ns.svc"));
    private static final Authority CURRENT = ISSUER.authority(NOW.minus(Duration.ofDays(30)));
    private static final Leaf LEAF = ISSUER.leaf(CURRENT, NOW);
    private static final Leaf ENDED = ISSUER.leaf(CURRENT, NOW.minus(Duration.ofDays(8)));

    private static final SecretReading SECRET =
            new SecretReading.Present("7", new Authorities(CURRENT, Optional.empty(), List.of(), Optional.empty()));
    private static final SecretReading NO_SECRET = new SecretReading.Absent();
    private static final SecretReading BROKEN = new SecretReading.Broken("7", "ca.key is missing");
    private static final ConfigurationReading TRUST = trust(new TrustBundle(List.of(CURRENT.certificate())));
    private static final ConfigurationReading NO_TRUST = trust(TrustBundle.EMPTY);
    private static final ConfigurationReading NO_CONFIGURATION = new ConfigurationReading.Absent();

    private static final String NO_AUTHORITY = "the certificate authority's Secret is missing or cannot be read";

    record Case(String name, CertificateState state, boolean configured, List<String> whyNotReady) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> whatIsSaid() {
        return Stream.of(
                new Case("at first", CertificateState.INITIAL, true, List.of("the API server was not asked yet")),
                new Case("all is well", serving(LEAF, SECRET, TRUST), true, List.of()),
                new Case(
                        "the webhook that API servers go on without has lost its trust",
                        serving(LEAF, SECRET, withoutTrustOfReach()),
                        true,
                        List.of()),
                new Case("no leaf yet", saw(SECRET, TRUST), true, List.of("there is no serving certificate yet")),
                new Case("no leaf, and no Secret", saw(NO_SECRET, TRUST), true, List.of(NO_AUTHORITY)),
                new Case("no leaf, and a broken Secret", saw(BROKEN, TRUST), true, List.of(NO_AUTHORITY)),
                new Case("no leaf, and nobody calls", saw(NO_SECRET, NO_CONFIGURATION), false, List.of(NO_AUTHORITY)),
                new Case(
                        "the leaf has ended",
                        serving(ENDED, SECRET, TRUST),
                        true,
                        List.of("the serving certificate ended at "
                                + ENDED.certificate().notAfter())),
                new Case(
                        "nobody is told to trust it",
                        serving(LEAF, SECRET, NO_TRUST),
                        true,
                        List.of("the caBundle does not name the authority of the serving certificate")),
                new Case(
                        "nobody is told to trust it, and the Secret is gone",
                        serving(LEAF, NO_SECRET, NO_TRUST),
                        true,
                        List.of(NO_AUTHORITY)),
                new Case("a trusted leaf serves on without a Secret", serving(LEAF, NO_SECRET, TRUST), true, List.of()),
                new Case("nobody calls any more", serving(LEAF, SECRET, NO_CONFIGURATION), false, List.of()),
                // Else an operator that makes it when the webhook is ready waits for ever.
                new Case("nobody calls yet", saw(SECRET, NO_CONFIGURATION).serving(LEAF), false, List.of()));
    }

    @ParameterizedTest
    @MethodSource
    void whatIsSaid(Case row) {
        assertThat(row.state().whyNotReady(NOW)).isEqualTo(row.whyNotReady());
        assertThat(row.state().isConfigured()).isEqualTo(row.configured());
    }

    private static CertificateState saw(SecretReading secret, ConfigurationReading configuration) {
        return looked(CertificateState.INITIAL, secret, configuration);
    }

    /** API servers had learned of it before this was seen. */
    private static CertificateState serving(Leaf leaf, SecretReading secret, ConfigurationReading configuration) {
        var served = saw(SECRET, TRUST).serving(leaf);
        return looked(looked(served, SECRET, TRUST), secret, configuration);
    }

    private static CertificateState looked(
            CertificateState state, SecretReading secret, ConfigurationReading configuration) {
        return state.looked(new Observed(secret, configuration), NOW, 0, CertificatePolicy.STANDARD);
    }

    private static ConfigurationReading trust(TrustBundle bundle) {
        return new ConfigurationReading.Present("9", Map.of("pods", bundle));
    }

    private static ConfigurationReading withoutTrustOfReach() {
        var trusted = new TrustBundle(List.of(CURRENT.certificate()));
        return new ConfigurationReading.Present(
                "9", Map.of("pods", trusted, LinkerdMultus.REACH_WEBHOOK, TrustBundle.EMPTY));
    }
}
