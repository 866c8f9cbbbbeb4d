// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.kube.ApiAnswer;
import io.linkerd.multus.installer.kube.ApiCall;
import io.linkerd.multus.installer.kube.ApiServer;
import io.linkerd.multus.installer.settings.CredentialSettings;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Asks the API server for tokens of the plugin's service account, bound to no object, and whether it still takes one. */
public final class TokenRequests {
    private final ApiServer api;
    private final String namespace;
    private final CredentialSettings.Minted settings;
    private final InstantSource clock;

    public TokenRequests(ApiServer api, String namespace, CredentialSettings.Minted settings, InstantSource clock) {
        this.api = api;
        this.namespace = namespace;
        this.settings = settings;
        this.clock = clock;
    }

    /** The subject that every token of this service account has. */
    String subject() {
        return "system:serviceaccount:" + namespace + ":" + settings.serviceAccount();
    }

    /** Asks for one more token; those that were given before stay good. */
    TokenState mint() {
        var path = "/api/v1/namespaces/" + namespace + "/serviceaccounts/" + settings.serviceAccount() + "/token";
        var body = """
                {"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"expirationSeconds":%d}}""".formatted(settings.lifetime().toSeconds());
        return switch (api.call(ApiCall.post(path, body))) {
            case ApiAnswer.Answered(var answer) -> read(answer);
            case ApiAnswer.Refused refused ->
                new TokenState.Missing("no token for " + subject() + ": " + refused.problem());
            case ApiAnswer.Unreachable away ->
                new TokenState.Missing("no token for " + subject() + ": " + away.problem());
        };
    }

    /** Whether the API server says that it does not take this token: false also when it says nothing. */
    boolean isRejected(PluginToken token) {
        // Everybody who is authenticated may read this; only the token itself can be the reason for a 401.
        return api.call(ApiCall.get("/version").as(token.value())) instanceof ApiAnswer.Refused(var status, var _)
                && status == ApiAnswer.UNAUTHORIZED;
    }

    private TokenState read(JsonValue answer) {
        var value = answer.text("status", "token");
        var expires = answer.text("status", "expirationTimestamp").flatMap(TokenRequests::instant);
        if (value.isEmpty() || expires.isEmpty()) {
            return new TokenState.Missing("the answer to the token request has no token, or no moment when it ends");
        }
        try {
            var issued = TokenClaims.of(value.get()).map(TokenClaims::issuedAt).orElseGet(clock::instant);
            return new TokenState.Available(new PluginToken(value.get(), issued, expires.get()));
        } catch (IllegalArgumentException e) {
            return new TokenState.Missing("the answer to the token request is of no use: " + e.getMessage());
        }
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
