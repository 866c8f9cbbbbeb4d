// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * Carries calls by the JDK's {@code HttpsURLConnection}, which needs a third of the memory of {@code java.net.http} and no threads of its own:
 * for daemons on every node. It knows no PATCH.
 */
public final class UrlTransport implements WatchTransport {
    /** A connection to an API server is there at once, or its machine is not. */
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final InCluster cluster;
    private final String userAgent;

    /** Calls that API server, under a name by which its owners know who calls. */
    public UrlTransport(InCluster cluster, String userAgent) {
        this.cluster = cluster;
        this.userAgent = userAgent;
    }

    @Override
    public ApiTransport unpooled() {
        return new HttpClientTransport(cluster, userAgent);
    }

    @Override
    public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
        // The connection's own time-outs begin anew with each byte, and with each attempt that it makes by itself.
        return ApiOutcome.of(() -> TimedWork.within(deadline, _ -> {}, () -> {
            var response = send(call, deadline.left());
            try (var _ = response.body()) {
                return ApiOutcome.read(response, reading);
            }
        }));
    }

    @Override
    public <T> ApiAnswer<T> stream(ApiCall call, Duration opening, Duration silence, ApiReading<T> reading) {
        return ApiOutcome.of(() -> {
            // A read time-out that is set after the beginning changes nothing.
            var response = TimedWork.within(
                    Deadline.in(opening, System::nanoTime), Response::disconnect, () -> send(call, silence));
            try {
                return ApiOutcome.read(response, reading);
            } finally {
                response.disconnect(); // without reading what is left of it
            }
        });
    }

    private Response send(ApiCall call, Duration silence) throws IOException {
        var connection = (HttpsURLConnection) cluster.at(call.path()).toURL().openConnection(Proxy.NO_PROXY);
        connection.setSSLSocketFactory(cluster.sockets());
        connection.setConnectTimeout(Math.toIntExact(Math.clamp(silence.toMillis(), 1, CONNECT.toMillis())));
        connection.setReadTimeout(Math.toIntExact(Math.max(1, silence.toMillis())));
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestMethod(call.method());
        connection.setRequestProperty("Accept", call.accept());
        connection.setRequestProperty("User-Agent", userAgent);
        connection.setRequestProperty("Authorization", cluster.authorization(call));
        if (call.content().isPresent()) {
            var content = call.content().get();
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", content.mediaType());
            try (var out = connection.getOutputStream()) {
                out.write(content.text().getBytes(StandardCharsets.UTF_8));
            }
        }
        int status = connection.getResponseCode();
        var refusal = connection.getErrorStream();
        return new Response(
                connection, status, refusal == null && status < 400 ? connection.getInputStream() : orEmpty(refusal));
    }

    private static InputStream orEmpty(@Nullable InputStream stream) {
        return stream == null ? InputStream.nullInputStream() : stream;
    }

    /** An answer whose status and headers are here. */
    private record Response(HttpsURLConnection connection, int status, InputStream body) implements ApiResponse {
        void disconnect() {
            connection.disconnect();
        }

        @Override
        public Optional<String> header(String name) {
            return Optional.ofNullable(connection.getHeaderField(name));
        }
    }
}
