// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.certificates.Authorities.Next;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AuthoritiesFormatTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private final CertificateIssuer issuer = new CertificateIssuer(CertificatePolicy.STANDARD, List.of("w.ns.svc"));

    @Test
    void readsWhatItWrote() {
        var content = new Authorities(
                issuer.authority(NOW),
                Optional.of(new Next(issuer.authority(NOW), Optional.of(NOW))),
                List.of(issuer.authority(NOW).certificate()),
                Optional.of(NOW.plusSeconds(60)));

        var read = AuthoritiesFormat.read("7", AuthoritiesFormat.write(content));

        assertThat(read).isInstanceOfSatisfying(SecretReading.Present.class, secret -> {
            assertThat(secret.version()).isEqualTo("7");
            assertThat(secret.content().trusted()).isEqualTo(content.trusted());
            assertThat(secret.content().next().orElseThrow().trustedSince()).contains(NOW);
            assertThat(secret.content().retireAt()).contains(NOW.plusSeconds(60));
        });
    }

    @TestFactory
    List<DynamicTest> refusesWhatCannotSign() {
        return List.of(
                broken("no key", entries -> entries.remove("ca.key")),
                broken("no certificate", entries -> entries.remove("ca.crt")),
                broken("half a key", entries -> entries.put("ca.key", bytes("-----BEGIN PRIVATE KEY-----\nAAAA\n"))),
                broken(
                        "a key in no Base64",
                        entries -> entries.put(
                                "ca.key", bytes("-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----\n"))),
                broken(
                        "somebody else's key",
                        entries -> entries.put(
                                "ca.key", Pem.of(issuer.authority(NOW).key()))),
                broken("a certificate that is none", entries -> entries.put("ca.crt", bytes("hello"))),
                broken(
                        "a leaf",
                        entries -> entries.put(
                                "ca.crt",
                                Pem.of(List.of(
                                        issuer.leaf(issuer.authority(NOW), NOW).certificate())))),
                broken("a time that is none", entries -> {
                    entries.put(
                            "previous.crt", Pem.of(List.of(issuer.authority(NOW).certificate())));
                    entries.put("previous-retire-at", bytes("soon"));
                }));
    }

    private DynamicTest broken(String what, Consumer<Map<String, byte[]>> edit) {
        return DynamicTest.dynamicTest(what, () -> {
            var entries =
                    new HashMap<String, byte[]>(AuthoritiesFormat.write(Authorities.startOver(issuer.authority(NOW))));
            edit.accept(entries);

            assertThat(AuthoritiesFormat.read("1", entries))
                    .isInstanceOfSatisfying(
                            SecretReading.Broken.class,
                            secret -> assertThat(secret.reason()).isNotBlank());
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
