// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tokens of service accounts as the API server gives and judges them: good for as long as they say, and for as long as
 * the account is the same.
 */
public final class FakeTokens {
    private static final long SHORTEST = 600;
    private static final long USUAL = 3600;

    private final Store store;
    private final InstantSource clock;
    private final AtomicInteger minted = new AtomicInteger();
    private final Map<String, Issued> issued = new ConcurrentHashMap<>();
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private volatile boolean required;
    private volatile Duration cap = Duration.ofDays(366);

    private record Issued(Target account, String uid, Instant expires) {}

    FakeTokens(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** From now on every request needs a good token; 401 otherwise. */
    public void require() {
        required = true;
    }

    /** Takes this token, too, whatever it is. */
    public void accept(String token) {
        accepted.add(token);
    }

    /** How many were asked for, or issued. */
    public int minted() {
        return minted.get();
    }

    /** No token may live longer, as with {@code --service-account-max-token-expiration}. */
    public void capLifetime(Duration longest) {
        cap = longest;
    }

    /** A token that was given earlier, with this much of its life behind it and this much before it. */
    public String issue(String namespace, String account, Duration age, Duration left) {
        return issue(account(namespace, account), age, left);
    }

    boolean lets(Request request) {
        if (!required || accepted.contains(request.bearer())) {
            return true;
        }
        var token = issued.get(request.bearer());
        return token != null
                && clock.instant().isBefore(token.expires())
                && store.get(token.account())
                        .filter(account -> Json.metadata(account, "uid").equals(token.uid()))
                        .isPresent();
    }

    Answer request(Target account, ObjectNode request) {
        var spec = request.withObject("/spec");
        var seconds = spec.path("expirationSeconds").asLong(USUAL);
        if (seconds < SHORTEST) {
            throw Refusal.invalid(
                    "authentication.k8s.io", "TokenRequest", "FieldValueInvalid", "spec.expirationSeconds");
        }
        var lifetime = Duration.ofSeconds(Math.min(seconds, cap.toSeconds()));
        var token = issue(account.named(account.name()), Duration.ZERO, lifetime);
        spec.put("expirationSeconds", lifetime.toSeconds());
        request.put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
        request.withObject("/metadata").put("name", account.name()).put("namespace", account.namespace());
        request.withObject("/status")
                .put("token", token)
                .put("expirationTimestamp", expiry(lifetime).toString());
        return new Answer(201, request);
    }

    private String issue(Target account, Duration age, Duration left) {
        var uid = uid(account);
        var now = clock.instant();
        var claims = Json.object()
                .put("iss", "https://kubernetes.default.svc")
                .put("sub", "system:serviceaccount:" + account.namespace() + ":" + account.name())
                .put("iat", now.minus(age).getEpochSecond())
                .put("exp", expiry(left).getEpochSecond())
                .put("jti", String.valueOf(minted.incrementAndGet()));
        claims.withObject("/kubernetes.io")
                .put("namespace", account.namespace())
                .withObject("/serviceaccount")
                .put("name", account.name())
                .put("uid", uid);
        var payload = claims.toString().getBytes(StandardCharsets.UTF_8);
        var token = "e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(payload) + ".c2lnbmF0dXJl";
        issued.put(token, new Issued(account, uid, expiry(left)));
        return token;
    }

    private Instant expiry(Duration left) {
        return Instant.ofEpochSecond(clock.instant().plus(left).getEpochSecond());
    }

    private String uid(Target account) {
        return store.get(account)
                .map(found -> Json.metadata(found, "uid"))
                .orElseThrow(() -> Refusal.notFound(account));
    }

    private static Target account(String namespace, String name) {
        return Target.parse("/api/v1/namespaces/" + namespace + "/serviceaccounts/" + name, Kind.BUILT_IN);
    }
}
