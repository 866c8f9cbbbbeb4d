// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * The plugin's token with its span of life; never shown.
 *
 * @param expiresAt {@link Instant#MAX} for a token that does not say
 */
public record PluginToken(String value, Instant issuedAt, Instant expiresAt) {
    /** RFC 6750, section 2.1: what a bearer token may consist of; all of it is plain in YAML too. */
    private static final Pattern BEARER = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    public PluginToken {
        if (!BEARER.matcher(value).matches()) {
            throw new IllegalArgumentException("the token has characters that no bearer token has, or is empty");
        }
    }

    /** {@return a token as it lies in a file} One that is no JWT is taken to live for ever. */
    static PluginToken of(String value) {
        return TokenClaims.of(value)
                .map(claims -> new PluginToken(value, claims.issuedAt(), claims.expiresAt()))
                .orElseGet(() -> new PluginToken(value, Instant.EPOCH, Instant.MAX));
    }

    /** {@return whether it has ended} */
    public boolean isExpiredAt(Instant now) {
        return !now.isBefore(expiresAt);
    }

    /**
     * {@return when to ask for the next} With a third of its life left, and up to a tenth of its life earlier, so that nodes that
     * started together do not ask together.
     *
     * @param jitter between 0 and 1
     */
    Instant renewalMoment(double jitter) {
        if (expiresAt.equals(Instant.MAX)) {
            return Instant.MAX;
        }
        var life = Duration.between(issuedAt, expiresAt);
        return expiresAt.minus(life.dividedBy(3)).minus(Duration.ofMillis((long) (life.toMillis() * jitter / 10)));
    }

    @Override
    public String toString() {
        return "PluginToken[until " + expiresAt + "]";
    }
}
