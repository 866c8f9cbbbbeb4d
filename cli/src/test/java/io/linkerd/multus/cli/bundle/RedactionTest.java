// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private static final String SECRET = "hunter2hunter2";
    private static final Redaction REDACTION = new Redaction(List.of("known-of-this-user"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer hunter2hunter2",
                "authorization=Basic hunter2hunter2==",
                "GET https://admin:hunter2hunter2@registry.example/v2",
                "password: hunter2hunter2",
                "db.password=hunter2hunter2, next",
                "{\"clientSecret\":\"hunter2hunter2\"}",
                "{\\\"token\\\":\\\"hunter2hunter2\\\"}",
                "--api-key=hunter2hunter2",
                "client-key-data: hunter2hunter2",
                "DB_PASSWORD='hunter2 hunter2hunter2'",
                "eyJhbGciOiJSUzI1NiJ9.hunter2hunter2.c2ln",
                "a\\neyJhbGciOiJSUzI1NiJ9.hunter2hunter2.c2ln",
                "a%20eyJhbGciOiJSUzI1NiJ9.hunter2hunter2.c2ln",
                "Authorization: Negotiate YIIabc hunter2hunter2",
                "{\"msg\":\"Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=hunter2hunter2\",\"a\":1}",
                "{\"Authorization\":[\"Negotiate hunter2hunter2\"]}",
                "Cookie: a=x; sid=hunter2hunter2",
                "Set-Cookie: sid=x; k=hunter2hunter2\r\nnext",
                "{\"password\":\"ab\\\"cd hunter2hunter2\"}",
                "{\\\"password\\\":\\\"ab\\\\\\\"cd hunter2hunter2\\\"}",
                "-----BEGIN RSA PRIVATE KEY-----\nhunter2hunter2\n-----END RSA PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nhunter2hunter2 and then the log was cut"
            })
    void takesOutWhatLooksLikeASecret(String text) {
        assertThat(REDACTION.of(text)).doesNotContain(SECRET).contains(Redaction.TAKEN_OUT);
    }

    /** A header's value was taken for a word: the rest of it stayed. What follows it is no secret. */
    @Test
    void theRestOfAJsonLineIsKeptBehindAHeader() {
        assertThat(REDACTION.of("{\"msg\":\"Cookie: a=x; sid=y\",\"pod\":\"web-0\"}"))
                .isEqualTo("{\"msg\":\"Cookie: [taken out]\",\"pod\":\"web-0\"}");
        assertThat(REDACTION.of("{\"password\":\"ab\\\"cd\",\"pod\":\"web-0\"}"))
                .isEqualTo("{\"password\":[taken out],\"pod\":\"web-0\"}");
        assertThat(REDACTION.of("cookie:\n  name: web-0")).contains("web-0");
    }

    @Test
    void takesOutAsMuchAsALogIs() {
        assertThat(REDACTION.of("password=\"" + "a\\n".repeat(1 << 19) + "\" b"))
                .isEqualTo("password=[taken out] b");
    }

    @Test
    void takesOutWhatThisUserIsLetInBy() {
        assertThat(REDACTION.of("x known-of-this-user y")).isEqualTo("x [taken out] y");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "  "})
    void takesOutKeysThatAreEncoded(String before) {
        var key = before + "-----BEGIN PRIVATE KEY-----\n" + SECRET + SECRET + "\n-----END PRIVATE KEY-----\n";
        var encoded = Base64.getEncoder().encodeToString(key.strip().getBytes(StandardCharsets.UTF_8));

        assertThat(REDACTION.of("data: " + before + encoded)).doesNotContain(encoded.substring(40));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "linkerd_multus_installer_token_expiry_seconds 86400.0",
                "unable to validate against any security context constraint: must be in the ranges",
                "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
                "2026-11-28T12:00:00Z ready"
            })
    void leavesWhatAMaintainerReads(String text) {
        assertThat(REDACTION.of(text)).isEqualTo(text);
    }

    /** A log without a blank took minutes where a pattern tried each place anew. */
    @Test
    void isQuickWithAnyText() {
        for (var text :
                List.of("a".repeat(1 << 20), "token".repeat(200_000), "eyJa".repeat(250_000), "://".repeat(350_000))) {
            assertTimeout(Duration.ofSeconds(20), () -> REDACTION.of(text));
        }
    }
}
