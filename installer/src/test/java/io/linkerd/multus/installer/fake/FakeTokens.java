// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.fake;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Service account tokens as the API server gives and judges them: each names the uid of its account and its moments. */
public final class FakeTokens {
    private final String subject;
    private final AtomicReference<String> accountUid = new AtomicReference<>("uid-1");
    private final AtomicInteger minted = new AtomicInteger();
    private final Set<String> good = ConcurrentHashMap.newKeySet();
    private volatile Duration cap = Duration.ofDays(366);

    FakeTokens(String subject) {
        this.subject = subject;
    }

    /** How many tokens were asked for. */
    public int minted() {
        return minted.get();
    }

    /** No token may live longer, as with {@code --service-account-max-token-expiration}. */
    public void capLifetime(Duration longest) {
        cap = longest;
    }

    /** Deletes the service account and makes it anew: all tokens end. */
    public void remakeAccount() {
        accountUid.set("uid-" + (minted.get() + 2));
        good.clear();
    }

    /** A token that was given earlier, with this much of its life behind it and this much before it. */
    public String issue(Duration age, Duration left) {
        var now = Instant.now();
        var claims = """
                {"iss":"https://kubernetes.default.svc","sub":"%s","iat":%d,"exp":%d,"jti":"%d",\
                "kubernetes.io":{"namespace":"linkerd-multus","serviceaccount":{"name":"plugin","uid":"%s"}}}""".formatted(
                        subject,
                        now.minus(age).getEpochSecond(),
                        now.plus(left).getEpochSecond(),
                        minted.incrementAndGet(),
                        accountUid.get());
        var encoder = Base64.getUrlEncoder().withoutPadding();
        var token = "e30." + encoder.encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".c2lnbmF0dXJl";
        good.add(token);
        return token;
    }

    boolean isGood(String token) {
        return good.contains(token);
    }

    String mint(Duration asked) {
        var lifetime = asked.compareTo(cap) < 0 ? asked : cap;
        return """
                {"kind":"TokenRequest","status":{"token":"%s","expirationTimestamp":"%s"}}""".formatted(
                        issue(Duration.ZERO, lifetime),
                        Instant.ofEpochSecond(Instant.now().plus(lifetime).getEpochSecond()));
    }
}
