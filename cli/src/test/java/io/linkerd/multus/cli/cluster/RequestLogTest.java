// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RequestLogTest {
    private final List<String> told = new CopyOnWriteArrayList<>();

    private KubernetesClient client(String url) {
        var config = new ConfigBuilder()
                .withMasterUrl(url)
                .withOauthToken("users-own-token")
                .withRequestRetryBackoffLimit(1)
                .build();
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("log", new RequestLog(told::add)))
                .build();
    }

    @Test
    void eachRequestIsToldWithItsStatusAndWithoutTheToken() {
        try (var api = FakeApiServer.plain();
                var client = client(api.url())) {
            assertThat(client.nodes().withName("node1").get()).isNull();

            assertThat(told).containsExactly("GET " + api.url() + "/api/v1/nodes/node1 404");
        }
    }

    @Test
    void soIsAConnectionThatFails() {
        var api = FakeApiServer.plain();
        api.close();
        try (var client = client(api.url())) {
            assertThatThrownBy(() -> client.nodes().list()).isInstanceOf(KubernetesClientException.class);

            assertThat(told)
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line)
                            .startsWith("GET " + api.url() + "/api/v1/nodes failed: ")
                            .doesNotContain("users-own-token"));
        }
    }
}
