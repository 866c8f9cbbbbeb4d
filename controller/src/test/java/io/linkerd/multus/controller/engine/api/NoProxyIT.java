// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.JvmProxy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.Proxy;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What OLM, a Subscription or the chart's `env` may tell the controller of a proxy: it goes straight to the API server all the same. */
@Isolated("it changes the proxy of the whole JVM")
class NoProxyIT {
    private static final List<String> PROPERTIES =
            List.of("http.proxy", "https.proxy", "all.proxy", "no.proxy", "proxy.username", "proxy.password");

    private final FakeApiServer api = FakeApiServer.plain();
    private final JvmProxy proxy = new JvmProxy(Proxy.Type.HTTP);

    @AfterEach
    void close() {
        PROPERTIES.forEach(System::clearProperty);
        proxy.close();
        api.close();
    }

    /** The first six ended the controller's start with "NO_PROXY URL contains invalid entry", and the seventh sent its calls to the proxy. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                ".cluster.local, .svc, 172.30.0.0/16",
                "build_host",
                "*.corp.example",
                "[fd02::1]",
                "corp.example;172.30.0.0/16",
                ".cluster.local,.svc,10.0.0.0/16",
                "fd02::/112,::1",
                ".cluster.local,.svc,127.0.0.0/8,localhost",
                ","
            })
    void whateverNoProxySays(String noProxy) {
        say("http.proxy", address());
        say("https.proxy", address());
        say("no.proxy", noProxy);

        assertGoesStraight(new ConfigBuilder().withMasterUrl(api.url()).build());
    }

    /** The client reads a variable like HTTPS_PROXY, and in its place a property of this name. */
    @ParameterizedTest
    @CsvSource({
        "http.proxy, http://user:secret@",
        "http.proxy, socks5://",
        "all.proxy, http://",
        "all.proxy, socks5://",
        "https.proxy, ''",
        "http.proxy, ''"
    })
    void whateverSaysWhereTheProxyIs(String property, String scheme) {
        say(property, scheme + address().substring("http://".length()));
        say("proxy.username", "user");
        say("proxy.password", "secret");

        assertGoesStraight(new ConfigBuilder().withMasterUrl(api.url()).build());
    }

    /** As that of a kubeconfig, which says {@code proxy-url}. */
    @Test
    void whateverItsConfigurationSays() {
        assertGoesStraight(new ConfigBuilder()
                .withMasterUrl(api.url())
                .withHttpProxy(address())
                .withHttpsProxy("no URL")
                .withNoProxy("*")
                .build());
    }

    private void assertGoesStraight(Config config) {
        var traffic = new ApiTraffic(new SimpleMeterRegistry(), System::nanoTime);
        try (var client = ApiClient.open(config, new RefusedWatches(), traffic)) {
            assertThat(client.namespaces().list().getItems()).isEmpty();
        }
        assertThat(proxy.asked()).isZero();
    }

    private static void say(String property, String value) {
        System.setProperty(property, value);
    }

    private String address() {
        return "http://" + proxy.address().getHostString() + ":"
                + proxy.address().getPort();
    }
}
