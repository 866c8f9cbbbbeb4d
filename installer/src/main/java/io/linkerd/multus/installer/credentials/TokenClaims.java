// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * What a service account token says of itself. The signature is not looked at: whether a token is good, only the API server can say.
 *
 * @param subject {@code system:serviceaccount:NAMESPACE:NAME}
 */
record TokenClaims(String subject, Instant issuedAt, Instant expiresAt) {
    /** A service account's has one or two KiB. */
    private static final JsonLimits LIMITS = JsonLimits.ofLength(1 << 20).build();

    /** {@return what the middle part of a JWT says; empty when it is no JWT, or one without subject and times} */
    static Optional<TokenClaims> of(String token) {
        var parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        try {
            return JsonValue.read(Base64.getUrlDecoder().decode(parts[1]), LIMITS)
                    .map(TokenClaims::read)
                    .orElse(_ -> Optional.empty());
        } catch (IllegalArgumentException | DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<TokenClaims> read(JsonValue claims) {
        var subject = claims.text("sub");
        var issued = claims.number("iat");
        var expires = claims.number("exp");
        if (subject.isEmpty() || issued.isEmpty() || expires.isEmpty()) {
            return Optional.empty();
        }
        // The API server may take a token for longer than it says, to help old clients; the earlier moment counts.
        var warned = claims.number("kubernetes.io", "warnafter").orElse(Long.MAX_VALUE);
        return Optional.of(new TokenClaims(
                subject.get(),
                Instant.ofEpochSecond(issued.getAsLong()),
                Instant.ofEpochSecond(Math.min(expires.getAsLong(), warned))));
    }
}
