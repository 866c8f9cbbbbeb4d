// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import ch.qos.logback.classic.Level;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import io.linkerd.multus.webhook.certificates.Certificates;
import io.linkerd.multus.webhook.certificates.Probe;
import io.linkerd.multus.webhook.health.Health;
import io.linkerd.multus.webhook.health.HealthServer;
import io.linkerd.multus.webhook.pods.WarmUp;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.Environment;
import io.micronaut.runtime.server.EmbeddedServer;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the webhook, and stops it without losing a request. */
public final class WebhookApplication {
    private static final Logger log = LoggerFactory.getLogger(WebhookApplication.class);

    /** As in sysexits.h: the configuration is wrong, and trying again does not help. */
    private static final int EXIT_CONFIG = 78;

    private static final int EXIT_FAILED = 1;

    private WebhookApplication() {}

    /** Runs until SIGTERM. Takes everything from the environment and no arguments. */
    public static void main(String[] arguments) {
        try {
            var settings = WebhookSettings.read(System.getenv());
            log.atInfo().addKeyValue("settings", settings).log("starting");
            var running = start(settings, CertificatePolicy.STANDARD, InstantSource.system());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running), "stop"));
        } catch (InvalidSettings invalid) {
            invalid.problems()
                    .forEach(problem ->
                            log.atError().addKeyValue("problem", problem).log("wrong setting"));
            System.exit(EXIT_CONFIG);
        } catch (RuntimeException | Error failed) {
            // The edge of the process: threads of what did start would keep one alive that serves nothing.
            log.atError().setCause(failed).log("cannot start");
            System.exit(EXIT_FAILED);
        }
    }

    /** Starts all parts; returns when the ports are open, which is before the replica is ready. */
    static RunningWebhook start(WebhookSettings settings, CertificatePolicy policy, InstantSource clock) {
        var health = new HealthServer(settings.healthPort());
        try {
            var context = startParts(settings, policy, clock);
            health.report(context.getBean(Health.class));
            return new RunningWebhook(context, health);
        } catch (RuntimeException | Error failed) {
            health.close();
            throw failed;
        }
    }

    private static void stop(RunningWebhook running) {
        // To be stopped is an error to informers, which they tell with the stack trace of every thread.
        if (LoggerFactory.getLogger("io.kubernetes.client.informer")
                instanceof ch.qos.logback.classic.Logger informers) {
            informers.setLevel(Level.OFF);
        }
        running.stopGracefully();
    }

    private static ApplicationContext startParts(
            WebhookSettings settings, CertificatePolicy policy, InstantSource clock) {
        var probe = new Probe("/mutate/pods", WarmUp.harmlessReview());
        ApplicationContext context = ApplicationContext.builder()
                .deduceEnvironment(false)
                .environments(Environment.KUBERNETES)
                .properties(ServerProperties.of(settings))
                .singletons(settings, new Certificates.Setup(settings, policy, clock, probe))
                .banner(false)
                .start();
        Certificates certificates = context.getBean(Certificates.class);
        certificates.start();
        WarmUp.run();
        context.getBean(EmbeddedServer.class).start();
        certificates.wake();
        return context;
    }
}
