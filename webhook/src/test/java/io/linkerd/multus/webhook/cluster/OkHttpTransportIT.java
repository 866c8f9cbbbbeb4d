// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kubernetes.client.util.ClientBuilder;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.WatchTransport;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class OkHttpTransportIT {
    private static final ApiCall WATCH = ApiCall.get("/api/v1/namespaces?watch=true&resourceVersion=1");

    /** One that froze in the midst of a handshake kept the watch from a living one for five minutes. */
    @Test
    void givesUpAWatchThatDoesNotBegin() throws Exception {
        try (var silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            var transport = transport("https://127.0.0.1:" + silent.getLocalPort());

            var answer = CompletableFuture.supplyAsync(
                    () -> transport.watch(WATCH, Duration.ofMinutes(10), ApiReading.nothing(true)),
                    Thread::startVirtualThread);

            await().atMost(WatchTransport.OPENING.multipliedBy(2))
                    .until(() -> answer.getNow(new ApiAnswer.Answered<>(true)) instanceof ApiAnswer.Failed<Boolean>);
        }
    }

    /** A load balancer had dropped it without a word. */
    @Test
    void endsAWatchInWhichNothingComes() {
        try (var api = FakeApiServer.plain()) {
            var answer = transport(api.url())
                    .watch(
                            WATCH,
                            Duration.ofSeconds(1),
                            response -> response.body().read());

            assertThat(answer)
                    .isInstanceOfSatisfying(
                            ApiAnswer.Failed.class,
                            failed -> assertThat(failed.why()).isInstanceOf(ApiFailure.Unreachable.class));
        }
    }

    @Test
    void sendsWhatItIsGiven() {
        try (var api = FakeApiServer.plain()) {
            var transport = transport(api.url());
            var patience = Deadline.in(Duration.ofSeconds(10), System::nanoTime);

            assertThat(transport.ask(
                            ApiCall.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"made\"}}"),
                            patience,
                            ApiReading.nothing(true)))
                    .isEqualTo(new ApiAnswer.Answered<>(true));
            assertThat(api.get("/api/v1/namespaces/made")).isPresent();
        }
    }

    private static OkHttpTransport transport(String url) {
        var builder = new ClientBuilder().setBasePath(url).setVerifyingSsl(false);
        return new OkHttpTransport(builder, builder.build());
    }
}
