// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Carries calls by {@code java.net.http}, PATCH among them, over connections that are kept: for daemons that PATCH often, which would spend more on
 * handshakes than on calls.
 */
public final class KeptHttpClientTransport implements ApiTransport {
    private final InCluster cluster;
    private final HttpClientTransport once;
    private final AtomicReference<@Nullable Kept> kept = new AtomicReference<>();

    /** Kept for as long as it believes what the file says. */
    private record Kept(SSLContext tls, HttpClient client) {}

    /** Calls that API server, under a name by which its owners know who calls. */
    public KeptHttpClientTransport(InCluster cluster, String userAgent) {
        this.cluster = cluster;
        this.once = new HttpClientTransport(cluster, userAgent);
    }

    @Override
    public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
        return ApiOutcome.of(() -> TimedWork.within(deadline, _ -> {}, () -> {
            try (var response = once.send(client(), call)) {
                var answer = ApiOutcome.read(response, reading);
                // Of an answer that is not read to its end, the connection is closed.
                response.body().transferTo(OutputStream.nullOutputStream());
                return answer;
            }
        }));
    }

    /** One that is replaced is left to its calls; it ends when they have. */
    private synchronized HttpClient client() throws IOException {
        var tls = cluster.tls();
        var known = kept.get();
        if (known != null && known.tls().equals(tls)) {
            return known.client();
        }
        var fresh = new Kept(tls, HttpClientTransport.client(tls));
        kept.set(fresh);
        return fresh.client();
    }
}
