// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Carries calls by {@code java.net.http}, PATCH among them: over a connection for each: for programs that make a few and end. */
public final class HttpClientTransport implements ApiTransport {
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final InCluster cluster;
    private final String userAgent;

    /** Calls that API server, under a name by which its owners know who calls. */
    public HttpClientTransport(InCluster cluster, String userAgent) {
        this.cluster = cluster;
        this.userAgent = userAgent;
    }

    @Override
    public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
        return ApiOutcome.of(() -> TimedWork.within(deadline, _ -> {}, () -> {
            try (var client = client(cluster.tls());
                    var response = send(client, call)) {
                return ApiOutcome.read(response, reading);
            }
        }));
    }

    Response send(HttpClient client, ApiCall call) throws IOException, InterruptedException {
        return new Response(client.send(request(call), BodyHandlers.ofInputStream()));
    }

    private HttpRequest request(ApiCall call) throws IOException {
        var request = HttpRequest.newBuilder(cluster.at(call.path()))
                .header("Accept", call.accept())
                .header("User-Agent", userAgent)
                .header("Authorization", cluster.authorization(call));
        call.content().ifPresent(content -> request.header("Content-Type", content.mediaType()));
        var body = call.content().map(content -> BodyPublishers.ofString(content.text()));
        return request.method(call.method(), body.orElseGet(BodyPublishers::noBody))
                .build();
    }

    static HttpClient client(SSLContext tls) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(tls)
                .build();
    }

    /** An answer whose status and headers are here. */
    record Response(HttpResponse<InputStream> answer) implements ApiResponse, AutoCloseable {
        @Override
        public int status() {
            return answer.statusCode();
        }

        @Override
        public Optional<String> header(String name) {
            return answer.headers().firstValue(name);
        }

        @Override
        public InputStream body() {
            return answer.body();
        }

        @Override
        public void close() throws IOException {
            answer.body().close();
        }
    }
}
