// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ApiClientTest {
    @TempDir
    private Path root;

    /** Each byte began the wait anew: the last look before an uninstall took the whole grace period. */
    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void endsACallAtItsDeadlineHoweverSlowlyTheAnswerTrickles() throws Exception {
        try (var cluster = new FakeCluster();
                var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> trickle(server));
            var settings = InstallerSettings.read(
                    new FakeNode(root, cluster).environment("KUBERNETES_SERVICE_PORT=" + server.getLocalPort()));

            var answer = new ApiClient(settings).call(ApiCall.get("/version"), Duration.ofSeconds(1));

            assertThat(answer)
                    .isInstanceOfSatisfying(
                            ApiAnswer.Failed.class,
                            failed -> assertThat(failed.why()).isInstanceOf(ApiFailure.Unreachable.class));
        }
    }

    /** The head of a long TLS record, and then of its bytes one at a time. */
    private static void trickle(ServerSocket server) {
        try (var socket = server.accept()) {
            socket.getOutputStream().write(new byte[] {0x16, 0x03, 0x03, 0x40, 0x00});
            while (true) {
                socket.getOutputStream().write(0);
                Thread.sleep(100);
            }
        } catch (IOException _) {
            // the client has gone, as it should
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
