// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy that the whole JVM is told of until it is closed, as {@code JAVA_TOOL_OPTIONS} may tell it, and that carries nothing. */
public final class JvmProxy implements AutoCloseable {
    private final ProxySelector before = ProxySelector.getDefault();
    private final ServerSocket listening;
    private final AtomicInteger asked = new AtomicInteger();

    /** Has everything that asks the JVM for its proxy be sent here, loopback addresses too. */
    public JvmProxy(Proxy.Type type) {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::refuse);
        ProxySelector.setDefault(always(new Proxy(type, address())));
    }

    /** {@return where it listens} */
    public InetSocketAddress address() {
        return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
    }

    /** {@return how many connections came} */
    public int asked() {
        return asked.get();
    }

    private void refuse() {
        while (!listening.isClosed()) {
            try (var _ = listening.accept()) {
                asked.incrementAndGet();
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private static ProxySelector always(Proxy proxy) {
        return new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                return List.of(proxy);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException reason) {}
        };
    }

    @Override
    public void close() {
        ProxySelector.setDefault(before);
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
