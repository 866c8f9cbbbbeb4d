// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.logging.ServiceLogging;
import java.time.Duration;
import org.slf4j.event.Level;

/** Opens the one client of the process. */
public final class ApiClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    /** Long enough for a page of a list from a busy server, short enough to notice a dead one. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    /** Doubled five times: 6.4 s between tries at most, so that an API server that was away is soon heard again. */
    private static final Duration WATCH_RECONNECT = Duration.ofMillis(200);

    private ApiClient() {}

    /** Opens it for that server and user. {@code refused} is told of every watch, {@code traffic} of every request. */
    public static OpenShiftClient open(Config config, RefusedWatches refused, ApiTraffic traffic) {
        return open(config, refused, traffic, Pace.USUAL.silence());
    }

    /** Opens it for that server and user; watches in which nothing comes for {@code silence} are opened again. */
    static OpenShiftClient open(Config config, RefusedWatches refused, ApiTraffic traffic, Duration silence) {
        // It logs each failed list and watch with a stack trace; we log each once, in words.
        ServiceLogging.silence("io.fabric8.kubernetes.client.informers");
        ServiceLogging.limit("io.fabric8.kubernetes.client.dsl.internal", Level.ERROR);
        var ours = new ConfigBuilder(config)
                .withConnectionTimeout((int) CONNECT_TIMEOUT.toMillis())
                .withRequestTimeout((int) REQUEST_TIMEOUT.toMillis())
                // Our queues try again, each key with a delay of its own; a retry down here would hold a worker.
                .withRequestRetryBackoffLimit(0)
                .withWatchReconnectInterval((int) WATCH_RECONNECT.toMillis())
                // Over HTTP/1.1 a request that timed out takes its connection with it. The one connection of
                // HTTP/2 would stay, dead, until TCP gives up after a quarter of an hour, and every request with it.
                .withHttp2Disable(true)
                .withOnlyHttpWatches(true)
                .build();
        return new KubernetesClientBuilder()
                .withConfig(withoutProxy(ours))
                .withHttpClientBuilderConsumer(http -> http.proxyType(HttpClient.ProxyType.DIRECT)
                        .addOrReplaceInterceptor("refused-watches", refused)
                        .addOrReplaceInterceptor("traffic", traffic)
                        // The last, since what is told of an answer is the consumer that was wrapped last.
                        .addOrReplaceInterceptor("silent-watches", new SilentWatches(silence, System::nanoTime)))
                .build()
                .adapt(OpenShiftClient.class);
    }

    /**
     * {@return it, with no word of a proxy} OLM gives every operator of a cluster with a proxy HTTPS_PROXY and NO_PROXY, of which the client
     * is stricter than Go: of {@code *}, or of a blank after a comma, it made a failure to start. A builder reads both again as it builds.
     */
    private static Config withoutProxy(Config built) {
        built.setHttpProxy(null);
        built.setHttpsProxy(null);
        built.setNoProxy(null);
        return built;
    }
}
