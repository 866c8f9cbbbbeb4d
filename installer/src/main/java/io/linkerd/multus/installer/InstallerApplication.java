// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.installer.health.HealthServer;
import io.linkerd.multus.installer.life.InstallerLife;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.InvalidSettings;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the installer; it ends with SIGTERM, and then leaves the node in order. */
public final class InstallerApplication {
    private static final Logger LOG = LoggerFactory.getLogger(InstallerApplication.class);

    /** As in sysexits.h: the configuration is wrong, and trying again does not help. */
    private static final int EXIT_CONFIG = 78;

    /** SIGTERM may come while we are still being put together, which takes a fraction of a second. */
    private static final Duration WAIT_FOR_START = Duration.ofSeconds(10);

    private InstallerApplication() {}

    /** Runs until SIGTERM. */
    public static void main(String[] arguments) throws InterruptedException {
        var life = new CompletableFuture<InstallerLife>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(life), "departure"));
        try {
            var settings = InstallerSettings.read(System.getenv());
            InstallerLogging.setLevel(settings.serving().logLevel());
            LOG.atInfo().addKeyValue("settings", settings).log("installer starts");
            run(settings, life);
        } catch (InvalidSettings e) {
            e.problems()
                    .forEach(problem ->
                            LOG.atError().addKeyValue("problem", problem).log("wrong setting"));
            life.cancel(false);
            System.exit(EXIT_CONFIG);
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("the installer cannot start");
            life.cancel(false);
            System.exit(1);
        }
    }

    private static void run(InstallerSettings settings, CompletableFuture<InstallerLife> life)
            throws InterruptedException {
        var context = ApplicationContext.builder()
                .deduceEnvironment(false)
                .deduceCloudEnvironment(false)
                .banner(false)
                .enableDefaultPropertySources(false)
                .singletons(settings)
                .start();
        var installer = context.getBean(InstallerLife.class);
        var health = context.getBean(HealthServer.class);
        installer.start();
        life.complete(installer);
        LOG.atDebug().addKeyValue("healthPort", health.port()).log("serving");
        installer.awaitEnd();
        // Ends by itself only when it must not go on: then the container is to be restarted.
        System.exit(1);
    }

    private static void leave(CompletableFuture<InstallerLife> life) {
        try {
            life.get(WAIT_FOR_START.toMillis(), TimeUnit.MILLISECONDS).leave();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | java.util.concurrent.CancellationException _) {
            LOG.atInfo().log("stopping before the start was over; the node stays as it is");
        }
    }
}
