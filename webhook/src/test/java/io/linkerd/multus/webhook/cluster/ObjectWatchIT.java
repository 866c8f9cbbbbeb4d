// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.linkerd.multus.service.clocks.Wakeups;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ObjectWatchIT {
    private static final Duration GIVEN_UP = Opening.LONGEST.multipliedBy(3);

    /** One that froze in the midst of a handshake kept the watch from a living one for five minutes. */
    @Test
    void isOpenedAnewWhereAServerTakesTheConnectionAndSaysNothing() throws Exception {
        try (var silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            silent.setSoTimeout(Math.toIntExact(GIVEN_UP.toMillis()));
            var secrets = new CoreV1Api(new ApiClient()
                    .setBasePath("https://127.0.0.1:" + silent.getLocalPort())
                    .setReadTimeout(0));
            try (var watch = new ObjectWatch(
                    "Secret w-ca",
                    () -> secrets.listNamespacedSecret("linkerd-multus")
                            .watch(true)
                            .buildCall(null),
                    new Wakeups())) {
                Thread.ofVirtual().start(watch);

                try (var _ = silent.accept()) {
                    assertThatCode(() -> silent.accept().close())
                            .as("a second connection")
                            .doesNotThrowAnyException();
                }
            }
        }
    }
}
