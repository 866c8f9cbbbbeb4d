// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.config.DaemonConfigReading;
import io.linkerd.multus.daemon.config.ExitCode;
import io.linkerd.multus.daemon.delegates.HostRoot;
import io.linkerd.multus.daemon.generated.ConfigKeeper;
import io.linkerd.multus.daemon.programs.NodePrograms;
import io.linkerd.multus.daemon.programs.ProgramSettings;
import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.daemon.server.Answer;
import io.linkerd.multus.daemon.server.ContainerTurns;
import io.linkerd.multus.daemon.server.RequestHandler;
import io.linkerd.multus.daemon.server.RequestMetrics;
import io.linkerd.multus.daemon.server.RequestServer;
import io.linkerd.multus.daemon.server.ServerLimits;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.departure.DepartureVerdict;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A daemon with its parts in folders of a test, and a server that notes what becomes of it, and what is on the node at that moment. */
final class LivingDaemon {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String PRIMARY = "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"type\":\"ptp\"}";

    final Path folder;
    final Path written;
    final Path ready;
    final Path socketFolder;
    final Path socket;
    final Path program;
    final List<String> events = new CopyOnWriteArrayList<>();
    final Wakeups wakeups = new Wakeups();
    final DaemonParts parts;
    private final DaemonLife life;
    private final CompletableFuture<ExitCode> end = new CompletableFuture<>();

    LivingDaemon(Path root, int user, FileCalls calls, DepartureVerdict verdict) throws IOException {
        folder = Files.createDirectories(root.resolve("net.d"));
        written = folder.resolve("00-multus.conf");
        ready = root.resolve("ready");
        socketFolder = root.resolve("s");
        socket = socketFolder.resolve("multus.sock");
        program = root.resolve("bin").resolve("multus-shim");
        Files.writeString(Files.createDirectories(root.resolve("image")).resolve("multus-shim"), "#!/bin/sh\n");
        var owner = Ownership.ofThisProcess();
        var files = new DurableFiles(calls, new Random(1));
        var keeper = new ConfigKeeper(config(), files, owner, _ -> {}, System::nanoTime);
        var settings = new ProgramSettings(
                List.of("multus-shim"), List.of(root.resolve("image")), Files.createDirectories(root.resolve("bin")));
        parts = new DaemonParts(
                keeper,
                new Ownership(user, user, 0),
                this::serve,
                socket,
                new NodePrograms(settings, new HostRoot(Path.of("/")), files, owner));
        var times = new StopTimes(LONG, LONG, LONG);
        var departure = new Departure(_ -> verdict, times, _ -> {}, System::nanoTime);
        life = new DaemonLife(parts, departure, wakeups, System::nanoTime, new Random(1));
    }

    LivingDaemon withPrimary() throws IOException {
        Files.writeString(folder.resolve("10-a.conf"), PRIMARY);
        Files.writeString(ready, "");
        return this;
    }

    LivingDaemon start() {
        Thread.ofPlatform().start(() -> {
            try {
                end.complete(life.run());
            } catch (InterruptedException | RuntimeException | Error e) {
                end.completeExceptionally(e);
            }
        });
        return this;
    }

    /** Waits until the configuration is written and told to be in force. */
    LivingDaemon untilReady() {
        return until(() -> life.whyNotReady().isEmpty());
    }

    LivingDaemon until(Callable<Boolean> condition) {
        await().atMost(LONG).pollInterval(Duration.ofMillis(2)).until(condition);
        return this;
    }

    List<String> whyNotReady() {
        return life.whyNotReady();
    }

    void stop() {
        life.stop();
    }

    ExitCode end() throws Exception {
        var code = end.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(life.awaitEnd(LONG)).isTrue();
        return code;
    }

    private DaemonConfig config() {
        var text = "{\"cniVersion\":\"1.0.0\",\"multusAutoconfigDir\":\"" + folder + "\",\"cniConfigDir\":\"" + folder
                + "\",\"readinessindicatorfile\":\"" + ready + "\"}";
        return switch (DaemonConfig.read(text)) {
            case DaemonConfigReading.Valid(var config) -> config;
            case DaemonConfigReading.Invalid invalid -> throw new AssertionError(invalid.reason());
        };
    }

    private Result<Serving> serve() throws IOException, InterruptedException {
        note("serve");
        return RequestServer.start(socketFolder, new NoRequests(), ServerLimits.STANDARD, new RequestMetrics())
                .map(server -> noting(Serving.of(server)));
    }

    private Serving noting(Serving serving) {
        return new Serving() {
            @Override
            public boolean isLost() {
                return serving.isLost();
            }

            @Override
            public void beginStop() {
                if (!events.contains("begin stop")) {
                    events.add("begin stop");
                }
                serving.beginStop();
            }

            @Override
            public void stop() throws InterruptedException {
                note("stop");
                serving.stop();
            }
        };
    }

    private void note(String event) {
        events.add(event + (Files.exists(written) ? " with" : " without") + " configuration");
    }

    /** Knows no request. */
    private record NoRequests() implements RequestHandler {
        @Override
        public Work read(Endpoint endpoint, byte[] body) {
            return new Work() {
                @Override
                public Optional<String> container() {
                    return Optional.empty();
                }

                @Override
                public Answer carryOut(Deadline deadline, ContainerTurns turns) {
                    return Answer.done();
                }
            };
        }
    }
}
