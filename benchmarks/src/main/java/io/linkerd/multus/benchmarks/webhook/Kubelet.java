// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks whether a service is ready and alive as the chart's probes do, once a second, until it is closed. */
final class Kubelet implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** {@code timeoutSeconds} of the chart's probes. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final int port;

    /** Begins. */
    Kubelet(int port) {
        this.port = port;
        var _ = clock.scheduleAtFixedRate(this::look, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * {@return how many looks failed}
     *
     * @throws IOException if there was none
     */
    int failures() throws IOException {
        if (looks.get() == 0) {
            throw new IOException("nobody looked at the health port");
        }
        return failures.get();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    private void look() {
        if (!isFine("/readyz") || !isFine("/livez")) {
            failures.incrementAndGet();
        }
        looks.incrementAndGet();
    }

    private boolean isFine(String path) {
        try {
            var connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
            connection.setConnectTimeout((int) PATIENCE.toMillis());
            connection.setReadTimeout((int) PATIENCE.toMillis());
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException _) {
            return false;
        }
    }
}
