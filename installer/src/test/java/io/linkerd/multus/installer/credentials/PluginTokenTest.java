// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginTokenTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    @Test
    void readsItsSpanOfLifeFromTheToken() {
        var token = PluginToken.of(jwt("{\"sub\":\"s\",\"iat\":1000,\"exp\":4600}"));
        assertThat(token.issuedAt()).isEqualTo(Instant.ofEpochSecond(1000));
        assertThat(token.expiresAt()).isEqualTo(Instant.ofEpochSecond(4600));
    }

    @Test
    void goesByTheEarlierMomentWhereTheServerExtendsTokens() {
        var claims = "{\"sub\":\"s\",\"iat\":1000,\"exp\":31537000,\"kubernetes.io\":{\"warnafter\":4607}}";
        assertThat(PluginToken.of(jwt(claims)).expiresAt()).isEqualTo(Instant.ofEpochSecond(4607));
    }

    @Test
    void takesATokenThatDoesNotSayForOneThatLivesForEver() {
        var token = PluginToken.of("opaque-token");
        assertThat(token.isExpiredAt(Instant.parse("2999-01-01T00:00:00Z"))).isFalse();
        assertThat(token.renewalMoment(0.5)).isEqualTo(Instant.MAX);
    }

    @Property
    void isRenewedWithAtLeastAThirdOfItsLifeLeft(
            @ForAll @IntRange(min = 600, max = 1_000_000) int seconds, @ForAll @DoubleRange(max = 1) double jitter) {
        var life = Duration.ofSeconds(seconds);
        var moment = new PluginToken("t", START, START.plus(life)).renewalMoment(jitter);
        assertThat(Duration.between(moment, START.plus(life))).isBetween(life.dividedBy(3), life.dividedBy(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\nb", "a\": x", "é"})
    void refusesWhatCannotStandInAKubeconfig(String value) {
        assertThatThrownBy(() -> PluginToken.of(value)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isNeverShown() {
        assertThat(new PluginToken("secret", START, START)).asString().doesNotContain("secret");
        assertThat(new TokenState.Available(new PluginToken("secret", START, START)))
                .asString()
                .doesNotContain("secret");
    }

    @Property(tries = 200)
    void readsAnyTextWithoutFailing(@ForAll String text) {
        assertThat(TokenClaims.of(text + "." + text + "." + text)).isNotNull();
    }

    private static String jwt(String claims) {
        var encoder = Base64.getUrlEncoder().withoutPadding();
        return "e30." + encoder.encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".c2ln";
    }
}
