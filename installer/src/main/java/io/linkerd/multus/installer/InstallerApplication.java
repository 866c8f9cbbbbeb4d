// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.installer.lifecycle.InstallerHealth;
import io.linkerd.multus.installer.lifecycle.InstallerThreads;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.RetiredVariable;
import io.linkerd.multus.installer.verbs.Console;
import io.linkerd.multus.service.health.HealthServer;
import io.linkerd.multus.service.kube.NoProxy;
import io.linkerd.multus.service.logging.ServiceLogging;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.service.version.ProductVersion;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what the arguments say. Without any it is the daemon, which ends with SIGTERM, and then leaves the node in order. */
public final class InstallerApplication {
    private static final Logger log = LoggerFactory.getLogger(InstallerApplication.class);

    /** As in sysexits.h: the configuration is wrong, and trying again does not help. */
    static final int EXIT_CONFIG = 78;

    /** The usual one of a shell's own commands, and of the program whose verbs these are. */
    private static final int EXIT_USAGE = 2;

    /** SIGTERM may come while we are still being put together, which takes a fraction of a second. */
    private static final Duration WAIT_FOR_START = Duration.ofSeconds(10);

    private InstallerApplication() {}

    /** Ends with 2, and nothing done, where the arguments are wrong. */
    public static void main(String... arguments) throws InterruptedException {
        NoProxy.inThisProcess();
        switch (CommandLine.of(List.of(arguments))) {
            case CommandLine.Daemon(var logLevel) -> {
                logLevel.ifPresent(ServiceLogging::setLevel);
                keepNode();
            }
            case CommandLine.Help _ -> System.out.print(CommandLine.USAGE);
            case CommandLine.Verb(var command) ->
                System.exit(VerbRun.run(command, System.getenv(), new Console(System.out, System.err)));
            case CommandLine.PrintSettings _ -> printSettings();
            case CommandLine.Version _ -> System.out.println(ProductVersion.text());
            case CommandLine.Wrong(var reason) -> {
                System.err.print(reason + "\n\n" + CommandLine.USAGE);
                System.exit(EXIT_USAGE);
            }
        }
    }

    /** Ends as the daemon would where it would not start. */
    private static void printSettings() {
        var explained = InstallerSettings.explain(System.getenv());
        explained.settings().forEach(System.out::println);
        explained.retired().forEach(System.out::println);
        explained.problems().forEach(System.err::println);
        if (!explained.problems().isEmpty()) {
            System.exit(EXIT_CONFIG);
        }
    }

    /** Runs until SIGTERM. */
    private static void keepNode() throws InterruptedException {
        var started = new CompletableFuture<InstallerThreads>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(started), "departure"));
        try {
            var settings = InstallerSettings.read(System.getenv());
            log.atInfo().addKeyValue("settings", settings).log("installer starts");
            settings.warning()
                    .ifPresent(warning -> log.atWarn()
                            .addKeyValue("warning", warning)
                            .log("these settings can keep a node from starting pods"));
            RetiredVariable.in(System.getenv())
                    .forEach(retired -> log.atWarn()
                            .addKeyValue("variable", retired)
                            .log("a variable of Linkerd's earlier installer is passed over"));
            run(settings, started);
        } catch (InvalidSettings e) {
            e.problems()
                    .forEach(problem ->
                            log.atError().addKeyValue("problem", problem).log("wrong setting"));
            started.cancel(false);
            System.exit(EXIT_CONFIG);
        } catch (RuntimeException | Error e) {
            // The health server of a process that will never work would keep it alive.
            log.atError().setCause(e).log("the installer cannot start");
            started.cancel(false);
            System.exit(1);
        }
    }

    /** {@return the installer, put together and not started, with others in the place of what {@link InstallerBeans} has} */
    static ApplicationContext assemble(InstallerSettings settings, Object... others) {
        return ApplicationContext.builder()
                .deduceEnvironment(false)
                .deduceCloudEnvironment(false)
                .banner(false)
                .enableDefaultPropertySources(false)
                .singletons(settings)
                .singletons(others)
                .start();
    }

    private static void run(InstallerSettings settings, CompletableFuture<InstallerThreads> started)
            throws InterruptedException {
        var server = HealthServer.at(settings.health()); // never closed: the kubelet asks until the very end
        var context = assemble(settings);
        var threads = context.getBean(InstallerThreads.class);
        threads.start();
        server.report(context.getBean(InstallerHealth.class));
        started.complete(threads);
        log.atDebug().addKeyValue("healthPort", server.port()).log("serving");
        threads.awaitEnd();
        // Ends by itself only when it must not go on: then the container is to be restarted.
        System.exit(1);
    }

    private static void leave(CompletableFuture<InstallerThreads> started) {
        try {
            started.get(WAIT_FOR_START.toMillis(), TimeUnit.MILLISECONDS).leave();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | CancellationException _) {
            log.atInfo().log("stopping before the start was over; the node stays as it is");
        }
    }
}
