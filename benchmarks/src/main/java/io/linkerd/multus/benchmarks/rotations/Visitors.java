// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.rotations;

import io.linkerd.multus.localcluster.pki.MutualTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;

/**
 * Connects to each replica anew, ten times a second, as an API server does that knows what the configuration says now: it trusts the
 * bundle alone, and expects the Service's name. API servers themselves keep their connections.
 */
final class Visitors implements AutoCloseable {
    private static final Duration BETWEEN = Duration.ofMillis(100);
    private static final int PATIENCE_MILLIS = 10_000;

    private final Replicas replicas;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong handshakes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
    private volatile boolean over;

    Visitors(Replicas replicas) {
        this.replicas = replicas;
        replicas.ports().forEach(port -> threads.execute(() -> work(port)));
    }

    /** {@return how many connections were made} */
    long handshakes() {
        return handshakes.get();
    }

    /** {@return how many were not} */
    long failures() {
        return failures.get();
    }

    /** {@return why the first of these was not} */
    Optional<String> problem() {
        return problem.get();
    }

    private void work(int port) {
        while (!over) {
            try {
                visit(port);
                handshakes.incrementAndGet();
            } catch (IOException | GeneralSecurityException e) {
                failures.incrementAndGet();
                problem.compareAndSet(Optional.empty(), Optional.of(e.toString()));
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
    }

    private void visit(int port) throws IOException, GeneralSecurityException {
        var trust = MutualTls.ofBundle(replicas.bundle());
        try (var plain = new Socket()) {
            plain.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            var factory = trust.getSocketFactory();
            try (var socket = (SSLSocket) factory.createSocket(plain, replicas.host(), port, true)) {
                var parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
            }
        }
    }

    @Override
    public void close() {
        over = true;
        threads.close();
    }
}
