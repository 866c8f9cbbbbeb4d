// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Gives out clients of the API server that share one connection pool and differ in how long they wait.
 *
 * <p>The client that informers use waits for ever, since a watch may be silent for ever; nothing else should.
 */
@Singleton
public class ClusterApi {
    /** A dead connection under a silent watch is found by HTTP/2 pings. */
    private static final Duration PING = Duration.ofSeconds(30);

    private final ClientBuilder builder;
    private final ApiClient shared;

    ClusterApi(ClientBuilder builder, ApiClient shared) {
        this.builder = builder;
        this.shared = shared;
    }

    /** Returns a client whose calls end within the given time, whatever happens. */
    public ApiClient within(Duration deadline) {
        return derived(deadline, deadline);
    }

    /** Returns a client whose answers may go on for as long as the server likes. */
    public ApiClient forWatches() {
        return derived(Duration.ZERO, Duration.ZERO);
    }

    private ApiClient derived(Duration call, Duration read) {
        // Built anew for its credentials, which may be headers of the client and not part of its connections.
        ApiClient client = builder.build();
        return client.setHttpClient(shared.getHttpClient()
                .newBuilder()
                .callTimeout(call)
                .readTimeout(read)
                .connectTimeout(Duration.ofSeconds(5))
                .pingInterval(PING)
                .build());
    }
}
