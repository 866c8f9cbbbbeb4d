// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiOutcome;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiResponse;
import io.linkerd.multus.service.kube.StreamTransport;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Carries lists and watches by the process' client, its credentials and its connections, but not by its informers: those read a page, and an
 * event, as a whole.
 *
 * @param refused leaves the watches of this transport to those who open them
 */
public record ClientTransport(KubernetesClient client, RefusedWatches refused) implements StreamTransport {
    /** The client ends what has no answer by then; a moment more is left to it. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    @Override
    public <T> ApiAnswer<T> stream(ApiCall call, Duration opening, Duration silence, ApiReading<T> reading) {
        return ApiOutcome.of(() -> {
            var body = new StreamedBody(silence);
            var response = send(call, opening, body);
            try (body) {
                body.begin(response.body());
                return ApiOutcome.read(new Answer(response, body), reading);
            }
        });
    }

    private HttpResponse<AsyncBody> send(ApiCall call, Duration opening, StreamedBody body) throws Exception {
        var http = client.getHttpClient();
        var root = client.getMasterUrl().toString();
        var request = http.newHttpRequestBuilder()
                .uri(root.substring(0, root.length() - (root.endsWith("/") ? 1 : 0)) + call.path())
                .header("Accept", call.accept())
                .timeout(opening.toMillis(), TimeUnit.MILLISECONDS)
                .build();
        if (WatchRequests.is(request)) {
            refused.leave(request);
        }
        var exchange = http.consumeBytes(request, body::arrived);
        try {
            return exchange.get(opening.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new IOException("no answer within " + opening.toSeconds() + " s");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        } finally {
            exchange.cancel(true);
        }
    }

    private record Answer(HttpResponse<AsyncBody> response, InputStream body) implements ApiResponse {
        @Override
        public int status() {
            return response.code();
        }

        @Override
        public Optional<String> header(String name) {
            return Optional.ofNullable(response.header(name));
        }
    }
}
