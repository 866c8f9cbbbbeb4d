// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FakeTokensTest {
    private static final String ACCOUNT = "/api/v1/namespaces/shop/serviceaccounts/plugin";

    private final FakeApiServer server = FakeApiServer.plain();
    private final Caller caller = new Caller(server);

    @BeforeEach
    void makeAccount() {
        server.put(ACCOUNT, "{}");
    }

    @AfterEach
    void close() {
        caller.close();
        server.close();
    }

    @Test
    void lookAtTokensOnlyWhereTheyAreRequired() throws Exception {
        server.tokens().accept("own");
        assertThat(statusFor("strange")).isEqualTo(200);

        server.tokens().require();

        assertThat(statusFor("own")).isEqualTo(200);
        assertThat(statusFor("strange")).isEqualTo(401);
    }

    @Test
    void takeNoTokenOfAnAccountThatWasMadeAnew() throws Exception {
        server.tokens().require();
        var token = server.tokens().issue("shop", "plugin", Duration.ofHours(1), Duration.ofHours(1));
        assertThat(statusFor(token)).isEqualTo(200);

        server.remove(ACCOUNT);
        server.put(ACCOUNT, "{}");

        assertThat(statusFor(token)).isEqualTo(401);
    }

    @Test
    void takeNoTokenThatIsOver() throws Exception {
        server.tokens().require();

        assertThat(statusFor(server.tokens().issue("shop", "plugin", Duration.ofHours(1), Duration.ZERO)))
                .isEqualTo(401);
    }

    @Test
    void mintTokensThatSayWhoseTheyAre() throws Exception {
        server.tokens().capLifetime(Duration.ofHours(1));

        var answer = caller.post(ACCOUNT + "/token", "{spec: {expirationSeconds: 86400}}");

        var token = Json.read(answer.body()).at("/status/token").asText();
        var payload = token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'));
        var claims = Json.read(new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8));
        assertThat(claims.path("sub").asText()).isEqualTo("system:serviceaccount:shop:plugin");
        assertThat(claims.path("exp").asLong() - claims.path("iat").asLong()).isEqualTo(3600);
        assertThat(server.tokens().minted()).isEqualTo(1);
    }

    private int statusFor(String token) throws Exception {
        return caller.get("/version", "Authorization", "Bearer " + token).statusCode();
    }
}
