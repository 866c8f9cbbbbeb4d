// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.settings.ApiServerSettings;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.service.clocks.Clocks;
import jakarta.inject.Singleton;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
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
    /** How long a call may take from end to end; the API server itself gives up after 60 s. */
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private static final int PIECE = 8 * 1024;

    private final ApiServerSettings settings;
    private final LongSupplier nanos;
    private final AtomicReference<@Nullable Trust> trust = new AtomicReference<>();

    private record Trust(TrustAnchor anchor, SSLSocketFactory sockets) {}

    ApiClient(InstallerSettings settings, Clocks clocks) {
        this.settings = settings.api();
        this.nanos = clocks.nanos();
    }

    /** Makes one call. */
    public ApiAnswer<JsonValue> call(ApiCall call) {
        return call(call, DEADLINE);
    }

    /** Makes one call that may take at most so long. */
    public ApiAnswer<JsonValue> call(ApiCall call, Duration deadline) {
        try {
            var connection = open(call, deadline);
            send(connection, call);
            int status = connection.getResponseCode();
            var body = readAll(connection, status, nanos.getAsLong() + deadline.toNanos());
            return answer(status, body);
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
            var body = readAll(connection, status, nanos.getAsLong() + DEADLINE.toNanos());
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

    private byte[] readAll(HttpsURLConnection connection, int status, long deadline) throws IOException {
        try (var in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return in == null ? new byte[0] : readAll(in, deadline);
        }
    }

    private byte[] readAll(InputStream in, long deadline) throws IOException {
        var all = new ByteArrayOutputStream();
        var piece = new byte[PIECE];
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
            all.write(piece, 0, count);
            if (all.size() > JsonLimits.ANSWER.length()) {
                throw new IOException("the answer is longer than " + JsonLimits.ANSWER.length() + " bytes");
            }
            if (nanos.getAsLong() - deadline > 0) {
                throw new IOException("the answer took too long");
            }
        }
        return all.toByteArray();
    }

    private static ApiAnswer<JsonValue> answer(int status, byte[] body) {
        if (status < 200 || status >= 300) {
            return failed(ApiFailure.of(status, message(status, body)));
        }
        return switch (JsonValue.read(body, JsonLimits.ANSWER)) {
            case Result.Ok<JsonValue>(var value) -> new ApiAnswer.Answered<>(value);
            case Result.Not<JsonValue>(var reason) ->
                failed(new ApiFailure.Unreachable("the answer is not JSON: " + reason));
        };
    }

    /** The API's own words, from the Status object that it answers with. */
    private static String message(int status, byte[] body) {
        return JsonValue.read(body, JsonLimits.ANSWER)
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
