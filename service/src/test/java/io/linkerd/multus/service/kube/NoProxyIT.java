// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.JvmProxy;
import java.io.IOException;
import java.net.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The API server was called through the proxy that JAVA_TOOL_OPTIONS said, which has no way into the cluster. */
@Isolated("it changes the proxy of the whole JVM")
class NoProxyIT {
    @TempDir
    private Path folder;

    @Test
    void daemonsCallTheApiServerPastTheJvmsProxy() throws IOException {
        try (var api = FakeApiServer.tls();
                var proxy = new JvmProxy(Proxy.Type.HTTP)) {
            assertAnswers(new UrlTransport(ApiServerFiles.of(api, folder), "test"));
            assertThat(proxy.asked()).isZero();
        }
    }

    @Test
    void verbsCallTheApiServerPastTheJvmsProxy() throws IOException {
        try (var api = FakeApiServer.tls();
                var proxy = new JvmProxy(Proxy.Type.HTTP)) {
            assertAnswers(new HttpClientTransport(ApiServerFiles.of(api, folder), "test"));
            assertThat(proxy.asked()).isZero();
        }
    }

    /** A socket asks for it, whatever is said above it. */
    @Test
    void aProcessOfOursHasNoSocksProxy() throws IOException {
        try (var api = FakeApiServer.tls();
                var proxy = new JvmProxy(Proxy.Type.SOCKS)) {
            NoProxy.inThisProcess();

            assertAnswers(new UrlTransport(ApiServerFiles.of(api, folder), "test"));
            assertThat(proxy.asked()).isZero();
        }
    }

    private static void assertAnswers(ApiTransport transport) {
        assertThat(transport.ask(
                        ApiCall.get("/api/v1/namespaces"),
                        Deadline.in(Duration.ofSeconds(10), System::nanoTime),
                        ApiReading.nothing(true)))
                .isEqualTo(new ApiAnswer.Answered<>(true));
    }
}
