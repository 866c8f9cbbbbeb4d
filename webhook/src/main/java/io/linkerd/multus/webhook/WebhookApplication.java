// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.health.HealthServer;
import io.linkerd.multus.service.kube.NoProxy;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import io.linkerd.multus.webhook.certificates.SelfReview;
import io.linkerd.multus.webhook.reviews.Admissions;
import io.linkerd.multus.webhook.reviews.WarmUp;
import io.linkerd.multus.webhook.server.ServerProperties;
import io.linkerd.multus.webhook.server.WebhookHealth;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.ApplicationContextBuilder;
import io.micronaut.context.env.Environment;
import io.micronaut.runtime.server.EmbeddedServer;
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
        run(CertificatePolicy.STANDARD);
    }

    /**
     * Does the same with certificates of another length of life. No setting leads here: it is for programs that show in minutes what takes
     * certificates years.
     */
    public static void run(CertificatePolicy policy) {
        NoProxy.inThisProcess();
        try {
            var settings = WebhookSettings.read(System.getenv());
            log.atInfo().addKeyValue("settings", settings).log("starting");
            var running = start(settings, policy, Clocks.ofTheSystem());
            Runtime.getRuntime().addShutdownHook(new Thread(running::stopGracefully, "stop"));
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
    static RunningWebhook start(WebhookSettings settings, CertificatePolicy policy, Clocks clocks) {
        var health = new HealthServer(settings.healthPort());
        try {
            var context = parts(ApplicationContext.builder(), settings, policy, clocks)
                    .start();
            return opened(new RunningWebhook(context, health), context, health);
        } catch (RuntimeException | Error failed) {
            health.close();
            throw failed;
        }
    }

    private static RunningWebhook opened(RunningWebhook webhook, ApplicationContext context, HealthServer health) {
        try {
            context.getBean(EmbeddedServer.class).start();
            health.report(context.getBean(WebhookHealth.class));
            return webhook;
        } catch (RuntimeException | Error failed) {
            try {
                webhook.close();
            } catch (RuntimeException unclosed) {
                failed.addSuppressed(unclosed);
            }
            throw failed;
        }
    }

    /** {@return the same builder, told of all that the parts are made of} */
    static ApplicationContextBuilder parts(
            ApplicationContextBuilder builder, WebhookSettings settings, CertificatePolicy policy, Clocks clocks) {
        return builder.deduceEnvironment(false)
                .environments(Environment.KUBERNETES)
                .properties(ServerProperties.of(settings))
                .singletons(settings, policy, clocks, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                .singletons(new SelfReview(Admissions.PODS, WarmUp.harmlessReview()))
                .banner(false);
    }
}
