// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.settings.CredentialSettings;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiClient;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Asks the API server for tokens of the plugin's service account, bound to no object, and whether it still takes one. */
record TokenRequests(ApiClient api, String namespace, CredentialSettings.Minted settings, InstantSource clock) {

    /** {@return the subject that every token of this service account has} */
    String subject() {
        return "system:serviceaccount:" + namespace + ":" + settings.serviceAccount();
    }

    /** Asks for one more token; those that were given before stay good. */
    Result<PluginToken> mint() {
        var path = ApiPath.core("namespaces", namespace, "serviceaccounts", settings.serviceAccount(), "token");
        var spec = "{\"expirationSeconds\":" + settings.lifetime().toSeconds() + "}";
        var body = "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":" + spec + "}";
        return switch (api.call(ApiCall.post(path, body))) {
            case ApiAnswer.Answered(var answer) -> read(answer);
            case ApiAnswer.Failed(var why) -> new Result.Not<>("no token for " + subject() + ": " + why.inWords());
        };
    }

    /** {@return whether the API server says that it does not take this token} False also when it says nothing. */
    boolean isRejected(PluginToken token) {
        // Everybody who is authenticated may read this; only the token itself can be the reason for a 401.
        return api.call(ApiCall.get("/version").as(token.value()))
                instanceof ApiAnswer.Failed<?>(ApiFailure.Unauthorized _);
    }

    private Result<PluginToken> read(JsonValue answer) {
        var value = answer.text("status", "token");
        var expires = answer.text("status", "expirationTimestamp").flatMap(TokenRequests::instant);
        if (value.isEmpty() || expires.isEmpty()) {
            return new Result.Not<>("the answer to the token request has no token, or no moment when it ends");
        }
        try {
            var issued = TokenClaims.of(value.get()).map(TokenClaims::issuedAt).orElseGet(clock::instant);
            return new Result.Ok<>(new PluginToken(value.get(), issued, expires.get()));
        } catch (IllegalArgumentException e) {
            return new Result.Not<>("the answer to the token request is of no use: " + e.getMessage());
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
