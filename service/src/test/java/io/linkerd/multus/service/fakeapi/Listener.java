// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A port of the loopback interface that can be closed and opened again. */
final class Listener implements AutoCloseable {
    static {
        // Head and body are written one after the other; without this, each answer waits for the client's delayed ACK.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final boolean tls;
    private final HttpHandler handler;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final Gate gate;

    Listener(boolean tls, HttpHandler handler) {
        this.tls = tls;
        this.handler = handler;
        this.server = open();
        this.gate = new Gate(server.getAddress());
    }

    int port() {
        return gate.port();
    }

    /** Ends all connections and refuses new ones. */
    void refuse() {
        gate.refuse();
    }

    /** Listens again, on the same port. */
    void accept() {
        gate.accept();
    }

    @Override
    public void close() {
        gate.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private HttpServer open() {
        try {
            var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
            var opened = tls ? HttpsServer.create(address, 0) : HttpServer.create(address, 0);
            if (opened instanceof HttpsServer https) {
                https.setHttpsConfigurator(
                        new HttpsConfigurator(ServingCertificate.get().context()));
            }
            opened.setExecutor(threads);
            opened.createContext("/", handler);
            opened.start();
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
