// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.linkerd.multus.webhook.cluster.ClusterApi;
import io.linkerd.multus.webhook.cluster.ObjectWatch;
import io.linkerd.multus.webhook.cluster.Wakeups;
import io.linkerd.multus.webhook.health.Check;
import io.linkerd.multus.webhook.health.Liveness;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Looks after this replica's certificates from start to stop, and says whether an API server would trust them. */
@Singleton
public class Certificates implements Check, Liveness, AutoCloseable {
    private static final Duration API_DEADLINE = Duration.ofSeconds(10);

    /** The loop looks once a minute, and each look ends within three calls. */
    private static final Duration STUCK = Duration.ofMinutes(5);

    private final WebhookSettings settings;
    private final InstantSource clock;
    private final Wakeups wakeups = new Wakeups();
    private final CertificateKeeper keeper;
    private final SelfCheck selfCheck;
    private final CertificateLoop loop;
    private final List<ObjectWatch> watches;
    private final Thread thread;

    Certificates(Setup setup, ClusterApi api, ServingCertificates serving, MeterRegistry registry) {
        this.settings = setup.settings();
        this.clock = setup.clock();
        var metrics = new CertificateMetrics(registry);
        var store = new KubernetesCertificateStore(settings, api.within(API_DEADLINE));
        var parts = new CertificateKeeper.Parts(store, setup.policy(), settings.serviceNames(), clock);
        this.keeper = new CertificateKeeper(parts, serving::serve, metrics);
        this.selfCheck = new SelfCheck(settings.serviceNames().getFirst(), settings.httpsPort(), setup.probe());
        this.loop = new CertificateLoop(keeper, selfCheck, new CertificateLoop.Rhythm(wakeups, clock), metrics);
        this.watches = watches(api.forWatches());
        this.thread = Thread.ofVirtual().name("certificates").unstarted(loop);
        serving.serve(keeper.placeholder());
    }

    /** What is looked after, by which rules and clock, and what a replica sends to itself. */
    public record Setup(WebhookSettings settings, CertificatePolicy policy, InstantSource clock, Probe probe) {}

    private List<ObjectWatch> watches(ApiClient client) {
        var secrets = new CoreV1Api(client);
        var configurations = new AdmissionregistrationV1Api(client);
        return List.of(
                new ObjectWatch(
                        "Secret " + settings.caSecret(),
                        () -> secrets.listNamespacedSecret(settings.namespace())
                                .fieldSelector("metadata.name=" + settings.caSecret())
                                .timeoutSeconds(ObjectWatch.SECONDS)
                                .watch(true)
                                .buildCall(null),
                        wakeups),
                new ObjectWatch(
                        "MutatingWebhookConfiguration " + settings.webhookConfiguration(),
                        () -> configurations
                                .listMutatingWebhookConfiguration()
                                .fieldSelector("metadata.name=" + settings.webhookConfiguration())
                                .timeoutSeconds(ObjectWatch.SECONDS)
                                .watch(true)
                                .buildCall(null),
                        wakeups));
    }

    /** Begins to look; returns at once. */
    public void start() {
        thread.start();
        watches.forEach(watch -> Thread.ofVirtual().name("watch").start(watch));
    }

    /** Has something that was waited for, such as the server's port, looked at now. */
    public void wake() {
        wakeups.wake();
    }

    @Override
    public Optional<String> whyNot() {
        Optional<String> untrusted = keeper.state().whyNotTrusted(clock.instant());
        return untrusted
                .map(reason -> loop.status()
                        .failure()
                        .map(failure -> reason + " (" + failure + ")")
                        .orElse(reason))
                .or(selfCheck::problem);
    }

    @Override
    public Optional<String> whyDead() {
        Duration silence = Duration.between(loop.status().lastPass(), clock.instant());
        return thread.isAlive() && silence.compareTo(STUCK) > 0
                ? Optional.of("nobody has looked after certificates for " + silence)
                : Optional.empty();
    }

    @Override
    public void close() {
        thread.interrupt();
        watches.forEach(ObjectWatch::close);
    }
}
