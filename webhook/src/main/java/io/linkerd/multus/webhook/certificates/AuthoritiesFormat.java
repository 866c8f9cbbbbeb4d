// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Authorities.Next;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes and reads what the Secret holds. */
final class AuthoritiesFormat {
    private static final String CURRENT_CERTIFICATE = "ca.crt";
    private static final String CURRENT_KEY = "ca.key";
    private static final String NEXT_CERTIFICATE = "next.crt";
    private static final String NEXT_KEY = "next.key";
    private static final String NEXT_TRUSTED_SINCE = "next-trusted-since";
    private static final String PREVIOUS_CERTIFICATES = "previous.crt";
    private static final String PREVIOUS_RETIRE_AT = "previous-retire-at";
    private static final String NEW = "new";

    private AuthoritiesFormat() {}

    static Map<String, byte[]> write(Authorities content) {
        var entries = new TreeMap<String, byte[]>();
        entries.put(CURRENT_CERTIFICATE, Pem.of(List.of(content.current().certificate())));
        entries.put(CURRENT_KEY, Pem.of(content.current().key()));
        content.next().ifPresent(next -> {
            entries.put(NEXT_CERTIFICATE, Pem.of(List.of(next.authority().certificate())));
            entries.put(NEXT_KEY, Pem.of(next.authority().key()));
            next.trustedSince().ifPresent(since -> entries.put(NEXT_TRUSTED_SINCE, text(since)));
        });
        content.retireAt().ifPresent(at -> {
            entries.put(PREVIOUS_CERTIFICATES, Pem.of(content.previous()));
            entries.put(PREVIOUS_RETIRE_AT, text(at));
        });
        if (content.isNew()) {
            entries.put(NEW, new byte[0]);
        }
        return entries;
    }

    /** {@return what a Secret says; one that was edited into nonsense is broken, with the reason} */
    static SecretReading read(String version, Map<String, byte[]> entries) {
        try {
            var current = authority(entries, CURRENT_CERTIFICATE, CURRENT_KEY);
            var previous = entries.containsKey(PREVIOUS_CERTIFICATES)
                    ? Pem.certificates(required(entries, PREVIOUS_CERTIFICATES))
                    : List.<X509>of();
            var retireAt = previous.isEmpty() ? Optional.<Instant>empty() : instant(entries, PREVIOUS_RETIRE_AT);
            return new SecretReading.Present(
                    version, new Authorities(current, next(entries), previous, retireAt, entries.containsKey(NEW)));
        } catch (GeneralSecurityException unreadable) {
            return new SecretReading.Broken(version, String.valueOf(unreadable.getMessage()));
        }
    }

    private static Optional<Next> next(Map<String, byte[]> entries) throws GeneralSecurityException {
        if (!entries.containsKey(NEXT_CERTIFICATE)) {
            return Optional.empty();
        }
        var authority = authority(entries, NEXT_CERTIFICATE, NEXT_KEY);
        var since = entries.containsKey(NEXT_TRUSTED_SINCE)
                ? instant(entries, NEXT_TRUSTED_SINCE)
                : Optional.<Instant>empty();
        return Optional.of(new Next(authority, since));
    }

    private static Authority authority(Map<String, byte[]> entries, String certificate, String key)
            throws GeneralSecurityException {
        var certificates = Pem.certificates(required(entries, certificate));
        if (certificates.size() != 1) {
            throw new GeneralSecurityException(
                    certificate + " holds " + certificates.size() + " certificates instead of one");
        }
        var authority = certificates.getFirst();
        if (authority.parsed().getBasicConstraints() < 0) {
            throw new GeneralSecurityException(certificate + " is not a certificate authority");
        }
        var privateKey = Pem.key(required(entries, key));
        if (!authority.isOf(privateKey)) {
            throw new GeneralSecurityException(key + " does not belong to " + certificate);
        }
        return new Authority(authority, privateKey);
    }

    private static byte[] required(Map<String, byte[]> entries, String key) throws GeneralSecurityException {
        byte @Nullable [] value = entries.get(key);
        if (value == null) {
            throw new GeneralSecurityException(key + " is missing");
        }
        return value;
    }

    private static Optional<Instant> instant(Map<String, byte[]> entries, String key) throws GeneralSecurityException {
        try {
            return Optional.of(Instant.parse(new String(required(entries, key), StandardCharsets.US_ASCII)));
        } catch (DateTimeParseException _) {
            // Whose words would be those of the Secret, which may be a key in the wrong place.
            throw new GeneralSecurityException(key + " is not a time");
        }
    }

    private static byte[] text(Instant instant) {
        return instant.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
