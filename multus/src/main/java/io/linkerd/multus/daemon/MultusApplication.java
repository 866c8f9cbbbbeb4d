// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import io.linkerd.multus.daemon.config.CommandLine;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.config.DaemonConfigReading;
import io.linkerd.multus.daemon.config.ExitCode;
import io.linkerd.multus.daemon.lifecycle.DaemonLife;
import io.linkerd.multus.daemon.sandboxes.NetworkNamespaces;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.health.HealthServer;
import io.linkerd.multus.service.kube.NoProxy;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.service.version.ProductVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Multus' thick daemon: called as upstream's is, with its exit codes. It ends with SIGTERM, and finishes what is in work before. */
public final class MultusApplication {
    private static final Logger log = LoggerFactory.getLogger(MultusApplication.class);

    /** As in sysexits.h: the environment is wrong, and trying again does not help. */
    private static final int EXIT_SETTINGS = 78;

    /** Within the 45 s that kubelet gives the daemon's pod. */
    private static final Duration LONGEST_STOP = Duration.ofSeconds(44);

    private MultusApplication() {}

    /** Ends with a status of {@link ExitCode}, or 78 where the environment is wrong. */
    public static void main(String... arguments) throws InterruptedException {
        NoProxy.inThisProcess();
        switch (CommandLine.of(List.of(arguments))) {
            case CommandLine.Serve(var file, var _) -> System.exit(serve(Path.of(file)));
            case CommandLine.ShowVersion _ -> {
                System.out.println("multus-daemon: version:" + ProductVersion.text());
                System.exit(ExitCode.VERSION_SHOWN.status());
            }
            case CommandLine.ShowUsage _ -> {
                System.err.print(CommandLine.USAGE);
                System.exit(ExitCode.STOPPED.status());
            }
            case CommandLine.Wrong(var reason) -> {
                System.err.print(reason + "\n" + CommandLine.USAGE);
                System.exit(ExitCode.COMMAND_LINE_INVALID.status());
            }
        }
    }

    private static int serve(Path file) throws InterruptedException {
        return switch (configuration(file)) {
            case DaemonConfigReading.Invalid invalid -> {
                log.atError()
                        .addKeyValue("file", file)
                        .addKeyValue("reason", invalid.reason())
                        .log("the daemon's configuration is wrong");
                yield invalid.exit().status();
            }
            case DaemonConfigReading.Valid(var config) -> {
                config.notices()
                        .forEach(notice ->
                                log.atWarn().addKeyValue("notice", notice).log("about the configuration"));
                yield live(config);
            }
        };
    }

    private static DaemonConfigReading configuration(Path file) {
        try {
            return DaemonConfig.read(Files.readString(file));
        } catch (IOException e) {
            return DaemonConfigReading.Invalid.of("cannot be read: " + FileTrouble.inWords(e));
        }
    }

    private static int live(DaemonConfig config) throws InterruptedException {
        try {
            var settings = DaemonSettings.read(System.getenv());
            log.atInfo()
                    .addKeyValue("version", ProductVersion.text())
                    .addKeyValue("release", settings.release())
                    .addKeyValue("pod", settings.podName())
                    .log("the Multus daemon starts");
            return live(config, settings).status();
        } catch (InvalidSettings e) {
            e.problems()
                    .forEach(problem ->
                            log.atError().addKeyValue("problem", problem).log("wrong setting"));
            return EXIT_SETTINGS;
        } catch (IOException | RuntimeException | Error e) {
            log.atError().setCause(e).log("the daemon cannot start");
            return ExitCode.SERVER_NOT_STARTED.status();
        }
    }

    private static ExitCode live(DaemonConfig config, DaemonSettings settings)
            throws IOException, InterruptedException {
        var life = new AtomicReference<Optional<DaemonLife>>(Optional.empty());
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> life.get().ifPresent(MultusApplication::stop), "departure"));
        var server = HealthServer.at(settings.health()); // never closed: kubelet asks until the very end
        var root = config.server().chrootDir().orElse(Path.of("/"));
        var sandboxes = new NetworkNamespaces(settings.helpers().resolve("multus-netns"), root, Duration.ofSeconds(5));
        var daemon = new DaemonAssembly(config, settings, sandboxes, sandboxes, RandomGenerator.getDefault());
        server.report(daemon.health());
        config.server().metricsPort().ifPresent(port -> new HealthServer(port).report(daemon.health()));
        daemon.keepHeapSmall();
        life.set(Optional.of(daemon.life()));
        try {
            return daemon.life().run();
        } finally {
            life.set(Optional.empty()); // its status counts from here on, not a stop's
        }
    }

    /** Ends with upstream's status, which is not the one that a JVM has after a signal. */
    private static void stop(DaemonLife life) {
        try {
            life.stop();
            if (!life.awaitEnd(LONGEST_STOP)) {
                log.atError().log("the stop takes too long; what is in work is left to the next daemon");
            }
            Runtime.getRuntime().halt(ExitCode.STOPPED.status());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
