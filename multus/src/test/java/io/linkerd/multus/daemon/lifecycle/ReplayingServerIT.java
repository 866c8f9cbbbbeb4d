// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.daemon.server.Answer;
import io.linkerd.multus.daemon.server.ContainerTurns;
import io.linkerd.multus.daemon.server.RequestHandler;
import io.linkerd.multus.daemon.server.RequestMetrics;
import io.linkerd.multus.daemon.server.RequestServer;
import io.linkerd.multus.daemon.server.ServerLimits;
import io.linkerd.multus.daemon.spool.Spool;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReplayingServerIT {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String DELETE =
            "{\"env\":{\"CNI_COMMAND\":\"DEL\",\"CNI_CONTAINERID\":\"a\",\"CNI_NETNS\":\"\","
                    + "\"CNI_ARGS\":\"K8S_POD_NAMESPACE=n;K8S_POD_NAME=p\"}}";

    @TempDir
    private Path folder;

    private final Semaphore begun = new Semaphore(0);
    private final Semaphore plugin = new Semaphore(0);

    @Test
    void isReadyOnceTheSpoolWasReplayed() throws Exception {
        keep();
        var serving = begin();
        var probe = new OwnProbe(folder.resolve("s").resolve("multus.sock"), LONG);
        begun.acquire();
        assertThat(probe.ask()).isInstanceOf(Result.Not.class);

        plugin.release();

        await().atMost(LONG).until(() -> probe.ask() instanceof Result.Ok<?>);
        assertThat(folder.resolve("spool")).isEmptyDirectory();
        serving.stop();
    }

    @Test
    void aStopEndsAReplayWhosePluginHangsAndKeepsTheFile() throws Exception {
        keep();
        var serving = begin();
        begun.acquire();

        serving.stop();

        assertThat(folder.resolve("spool")).isNotEmptyDirectory();
    }

    private void keep() throws IOException {
        var spool = Files.createDirectory(
                folder.resolve("spool"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(spool.resolve("a-eth0-00.json"), DELETE);
    }

    private Serving begin() throws Exception {
        var spool = new Spool(
                folder.resolve("spool"),
                new DurableFiles(FileCalls.ofTheSystem(), new Random(1)),
                Ownership.ofThisProcess(),
                new Held(),
                Clocks.ofTheSystem(),
                new Random(1));
        return RequestServer.startUnready(
                        folder.resolve("s"), spool.handler(), ServerLimits.STANDARD, new RequestMetrics())
                .map(server -> ReplayingServer.begin(server, spool, System::nanoTime))
                .orElse(reason -> {
                    throw new AssertionError(reason);
                });
    }

    /** Does nothing before its plugin is let go. */
    private final class Held implements RequestHandler {
        @Override
        public Work read(Endpoint endpoint, byte[] body) {
            return new Work() {
                @Override
                public Optional<String> container() {
                    return Optional.of("a");
                }

                @Override
                public Answer carryOut(Deadline deadline, ContainerTurns turns) {
                    begun.release();
                    return deadline.takes(plugin) ? Answer.done() : Answer.failed(11, "cancelled", "");
                }
            };
        }
    }
}
