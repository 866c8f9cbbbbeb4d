// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.ClientBuilder;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiOutcome;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiResponse;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.service.kube.WatchTransport;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.InputStream;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Carries calls by the client that Micronaut brings: its configuration, its credentials and its connections. Of its models nothing is used, six
 * hundred of which would be a tenth of this process' memory.
 */
@Singleton
public final class OkHttpTransport implements WatchTransport {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** A dead connection is found by HTTP/2 pings. */
    private static final Duration PING = Duration.ofSeconds(30);

    private final ApiClient client;
    private final OkHttpClient http;

    /** Calls the API server of that configuration, over the connections of {@code shared}. */
    @Inject
    public OkHttpTransport(ClientBuilder builder, ApiClient shared) {
        // Built anew for its credentials, which may be headers of the client and not part of its connections.
        this(
                builder.build(),
                shared.getHttpClient()
                        .newBuilder()
                        .proxy(Proxy.NO_PROXY)
                        .callTimeout(Duration.ZERO)
                        .readTimeout(Duration.ZERO)
                        .connectTimeout(CONNECT)
                        .pingInterval(PING)
                        .build());
    }

    private OkHttpTransport(ApiClient client, OkHttpClient http) {
        this.client = client;
        this.http = http;
    }

    @Override
    public ApiTransport unpooled() {
        return new OkHttpTransport(
                client,
                http.newBuilder()
                        .connectionPool(new ConnectionPool(0, 1, TimeUnit.NANOSECONDS))
                        .protocols(List.of(Protocol.HTTP_1_1))
                        .build());
    }

    @Override
    public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
        return ApiOutcome.of(() -> {
            var exchange = http.newCall(request(call));
            // Zero is no limit to it.
            exchange.timeout().timeout(Math.max(1, deadline.left().toNanos()), TimeUnit.NANOSECONDS);
            try (var _ = deadline.during(exchange::cancel);
                    var response = new Answer(exchange.execute())) {
                return ApiOutcome.read(response, reading);
            }
        });
    }

    @Override
    public <T> ApiAnswer<T> stream(ApiCall call, Duration opening, Duration silence, ApiReading<T> reading) {
        return ApiOutcome.of(() -> {
            var exchange = silentFor(silence).newCall(request(call));
            try (var response = new Answer(Opening.of(exchange, opening))) {
                return ApiOutcome.read(response, reading);
            }
        });
    }

    private OkHttpClient silentFor(Duration silence) {
        return http.newBuilder().readTimeout(silence).build();
    }

    private Request request(ApiCall call) throws ApiException {
        if (call.bearer().isPresent()) {
            // The client's own interceptor would put the pod's token in its place.
            throw new IllegalArgumentException("no call in another name goes through this client");
        }
        var headers = new HashMap<>(Map.of("Accept", call.accept()));
        call.content().ifPresent(content -> headers.put("Content-Type", content.mediaType()));
        return client.buildCall(
                        null,
                        call.path(),
                        call.method(),
                        List.of(),
                        List.of(),
                        bytes(call),
                        headers,
                        new HashMap<>(),
                        new HashMap<>(),
                        new String[] {"BearerToken"},
                        null)
                .request();
    }

    private static byte @Nullable [] bytes(ApiCall call) {
        return call.content()
                .map(content -> content.text().getBytes(StandardCharsets.UTF_8))
                .orElse(null);
    }

    /** An answer whose status and headers are here. */
    private record Answer(Response response) implements ApiResponse, AutoCloseable {
        @Override
        public int status() {
            return response.code();
        }

        @Override
        public Optional<String> header(String name) {
            return Optional.ofNullable(response.header(name));
        }

        @Override
        public InputStream body() {
            return Objects.requireNonNull(response.body()).byteStream();
        }

        @Override
        public void close() {
            response.close();
        }
    }
}
