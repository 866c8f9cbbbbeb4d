// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.doubles;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
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

    @Test
    void hasEndedFromTheMomentOfItsEndOn() {
        var token = new PluginToken("t", START, START.plusSeconds(60));

        assertThat(token.isExpiredAt(START.plusSeconds(59))).isFalse();
        assertThat(token.isExpiredAt(START.plusSeconds(60))).isTrue();
        assertThat(token.isExpiredAt(START.plusSeconds(61))).isTrue();
    }

    /** Any of the three claims that is missing, a moment that is none, and no JWT at all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"iat\":1000,\"exp\":4600}",
                "{\"sub\":\"s\",\"exp\":4600}",
                "{\"sub\":\"s\",\"iat\":1000}",
                "{\"sub\":\"s\",\"iat\":1000,\"exp\":9223372036854775807}",
                "{\"sub\":\"s\",\"iat\":1000",
            })
    void takesATokenWithoutItsClaimsForOneThatLivesForEver(String claims) {
        assertThat(PluginToken.of(jwt(claims)).expiresAt()).isEqualTo(Instant.MAX);
    }

    @ParameterizedTest
    @ValueSource(strings = {".x", "x."})
    void takesATokenWithMoreThanThreePartsForOneThatLivesForEver(String more) {
        var token = jwt("{\"sub\":\"s\",\"iat\":1000,\"exp\":4600}");

        assertThat(PluginToken.of(token).expiresAt()).isEqualTo(Instant.ofEpochSecond(4600));
        assertThat(PluginToken.of(more.startsWith(".") ? token + more : more + token)
                        .expiresAt())
                .isEqualTo(Instant.MAX);
    }

    @Test
    void isRenewedUpToATenthOfItsLifeEarlier() {
        var token = new PluginToken("t", START, START.plusSeconds(3000));

        assertThat(token.renewalMoment(0)).isEqualTo(START.plusSeconds(2000));
        assertThat(token.renewalMoment(0.5)).isEqualTo(START.plusSeconds(1850));
        assertThat(token.renewalMoment(1)).isEqualTo(START.plusSeconds(1700));
    }

    @Test
    void isRenewedWithAtLeastAThirdOfItsLifeLeft() {
        var seconds = oneOf(longs().between(600, 1_000_000), longs().between(600, 700));
        var jitters = oneOf(doubles().between(0, 1), arbitrary().pick(0.0, 1.0));
        property().forAll(seconds, jitters).checkAssert((life, jitter) -> {
            var end = START.plusSeconds(life);
            var moment = new PluginToken("t", START, end).renewalMoment(jitter);
            assertThat(Duration.between(moment, end))
                    .isBetween(
                            Duration.ofSeconds(life).dividedBy(3),
                            Duration.ofSeconds(life).dividedBy(2));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\nb", "a\": x", "é"})
    void refusesWhatCannotStandInAKubeconfig(String value) {
        assertThatThrownBy(() -> PluginToken.of(value)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isNeverShown() {
        assertThat(new PluginToken("secret", START, START)).asString().doesNotContain("secret");
        assertThat(new Result.Ok<>(new PluginToken("secret", START, START)))
                .asString()
                .doesNotContain("secret");
    }

    @Test
    void readsAnyTextWithoutFailing() {
        property()
                .withExamples(200)
                .forAll(texts())
                .checkAssert(text -> assertThat(TokenClaims.of(text + "." + text + "." + text))
                        .isNotNull());
    }

    private static String jwt(String claims) {
        var encoder = Base64.getUrlEncoder().withoutPadding();
        return "e30." + encoder.encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".c2ln";
    }
}
