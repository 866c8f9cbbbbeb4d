// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What takes as long as a watch may take to begin. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UrlTransportIT {
    @TempDir
    private Path folder;

    /** It took the connection and said nothing, not even to the handshake: a watch waited for as long as it may be silent. */
    @Test
    void givesUpAWatchThatDoesNotBegin() throws Exception {
        try (var api = FakeApiServer.tls();
                var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var deaf = new UrlTransport(ApiServerFiles.of(api, silent.getLocalPort(), folder), "test");

            assertThat(deaf.stream(
                            ApiCall.get("/api/v1/namespaces?watch=true"),
                            StreamTransport.OPENING,
                            Duration.ofMinutes(10),
                            ApiReading.nothing(true)))
                    .asString()
                    .contains("no whole answer within 20 s");
        }
    }
}
