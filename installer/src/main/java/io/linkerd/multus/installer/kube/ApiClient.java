// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.settings.ApiServerSettings;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Calls the API server with the pod's own token or another.
 *
 * <p>Token and trust anchor are read from their files for each call, since the kubelet replaces them. Every call ends within
 * {@link #DEADLINE}. The JDK's {@code HttpsURLConnection} is used because it needs a third of the memory of
 * {@code java.net.http}, and no threads of its own.
 */
@Singleton
public final class ApiClient {
    /** Of an answer: objects are at most 1.5 MiB in etcd, and ours are a few kB. */
    static final JsonLimits LIMITS =
            JsonLimits.ofLength(4 << 20).keys(50_000).depth(500).recurringKeys().build();

    /** How long a call may take from end to end; the API server itself gives up after 60 s. */
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final ApiServerSettings settings;
    private final AtomicReference<@Nullable Trust> trust = new AtomicReference<>();

    private record Trust(TrustAnchor anchor, SSLSocketFactory sockets) {}

    ApiClient(InstallerSettings settings) {
        this.settings = settings.api();
    }

    /** Makes one call. */
    public ApiAnswer<JsonValue> call(ApiCall call) {
        return call(call, DEADLINE);
    }

    /** Makes one call that may take at most so long, all that belongs to it together. */
    public ApiAnswer<JsonValue> call(ApiCall call, Duration deadline) {
        try {
            var connection = open(call, deadline);
            // The connection's own time-outs begin anew with each byte, and with each attempt that it makes by itself.
            var exchange = new FutureTask<>(() -> exchange(connection, call));
            Thread.ofVirtual().name("api").start(exchange);
            return within(deadline, exchange);
        } catch (IOException e) {
            return failed(unreachable(e));
        }
    }

    private static ApiAnswer<JsonValue> within(Duration deadline, FutureTask<ApiAnswer<JsonValue>> exchange) {
        try {
            return exchange.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return failed(new ApiFailure.Unreachable("no whole answer within " + deadline.toSeconds() + " s"));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return failed(new ApiFailure.Unreachable("interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call to the API server failed in a way that it should not", e);
        } finally {
            exchange.cancel(true); // closes the socket that a virtual thread waits for
        }
    }

    private static ApiAnswer<JsonValue> exchange(HttpsURLConnection connection, ApiCall call) {
        try {
            send(connection, call);
            int status = connection.getResponseCode();
            return answer(status, readAll(connection, status));
        } catch (IOException e) {
            return failed(unreachable(e));
        }
    }

    /** Opens a watch; the stream has to be closed. Nothing arriving within {@code silence} ends it. */
    ApiAnswer<WatchStream> watch(ApiCall call, Duration silence) {
        try {
            var connection = open(call, silence); // a read time-out set later would change nothing
            int status = connection.getResponseCode();
            if (status == HttpsURLConnection.HTTP_OK) {
                return new ApiAnswer.Answered<>(new WatchStream(connection));
            }
            var body = readAll(connection, status);
            return failed(ApiFailure.of(status, message(status, body)));
        } catch (IOException e) {
            return failed(unreachable(e));
        }
    }

    private HttpsURLConnection open(ApiCall call, Duration silence) throws IOException {
        var connection =
                (HttpsURLConnection) settings.url().resolve(call.path()).toURL().openConnection();
        connection.setSSLSocketFactory(sockets());
        connection.setConnectTimeout(Math.toIntExact(Math.min(silence.toMillis(), DEADLINE.toMillis())));
        connection.setReadTimeout(Math.toIntExact(silence.toMillis()));
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestProperty("Accept", call.accept());
        connection.setRequestProperty("User-Agent", "linkerd-multus-installer");
        var token = call.bearer().isPresent() ? call.bearer().get() : ownToken();
        connection.setRequestProperty("Authorization", "Bearer " + token);
        return connection;
    }

    private static void send(HttpsURLConnection connection, ApiCall call) throws IOException {
        if (call.body().isEmpty()) {
            return;
        }
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        try (var out = connection.getOutputStream()) {
            out.write(call.body().get().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static byte[] readAll(HttpsURLConnection connection, int status) throws IOException {
        try (var in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            var all = in == null ? new byte[0] : in.readNBytes(LIMITS.length() + 1);
            if (all.length > LIMITS.length()) {
                throw new IOException("the answer is longer than " + LIMITS.length() + " bytes");
            }
            return all;
        }
    }

    /** {@return what an answer with this status and body stands for} */
    static ApiAnswer<JsonValue> answer(int status, byte[] body) {
        if (status < 200 || status >= 300) {
            return failed(ApiFailure.of(status, message(status, body)));
        }
        return switch (JsonValue.read(body, LIMITS)) {
            case Result.Ok<JsonValue>(var value) -> new ApiAnswer.Answered<>(value);
            case Result.Not<JsonValue>(var reason) ->
                failed(new ApiFailure.Unreachable("the answer is not JSON: " + reason));
        };
    }

    /** The API's own words, from the Status object that it answers with. */
    private static String message(int status, byte[] body) {
        return JsonValue.read(body, LIMITS)
                .map(answer -> answer.text("message"))
                .orElse(_ -> Optional.empty())
                .orElse("HTTP " + status);
    }

    private static <T> ApiAnswer<T> failed(ApiFailure why) {
        return new ApiAnswer.Failed<>(why);
    }

    private static ApiFailure unreachable(IOException cause) {
        return new ApiFailure.Unreachable(cause.getClass().getSimpleName() + ": " + cause.getMessage());
    }

    private String ownToken() throws IOException {
        return Files.readString(settings.tokenFile()).strip();
    }

    private SSLSocketFactory sockets() throws IOException {
        var pem = Files.readString(settings.caFile());
        var known = trust.get();
        if (known != null && known.anchor().pem().equals(pem)) {
            return known.sockets();
        }
        try {
            var anchor = new TrustAnchor(pem);
            var fresh = new Trust(anchor, anchor.sockets());
            trust.set(fresh);
            return fresh.sockets();
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new IOException(settings.caFile() + ": " + e.getMessage(), e);
        }
    }
}
