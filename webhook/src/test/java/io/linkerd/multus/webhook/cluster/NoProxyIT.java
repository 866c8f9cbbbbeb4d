// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.util.ClientBuilder;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.JvmProxy;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiReading;
import java.net.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it changes the proxy of the whole JVM")
class NoProxyIT {
    /** It went through the proxy that JAVA_TOOL_OPTIONS said, which has no way into the cluster. */
    @Test
    void theApiServerIsCalledPastTheJvmsProxy() {
        try (var api = FakeApiServer.plain();
                var proxy = new JvmProxy(Proxy.Type.HTTP)) {
            var builder = new ClientBuilder().setBasePath(api.url()).setVerifyingSsl(false);

            assertThat(new OkHttpTransport(builder, builder.build())
                            .ask(
                                    ApiCall.get("/api/v1/namespaces"),
                                    Deadline.in(Duration.ofSeconds(10), System::nanoTime),
                                    ApiReading.nothing(true)))
                    .isEqualTo(new ApiAnswer.Answered<>(true));
            assertThat(proxy.asked()).isZero();
        }
    }
}
