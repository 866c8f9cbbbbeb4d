// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.webhook.cluster.ClusterApi;
import io.linkerd.multus.webhook.cluster.ObjectWatch;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Looks after this replica's certificates from start to stop, and says whether an API server would trust them. */
@Singleton
public class Certificates implements AutoCloseable {
    private static final Duration API_DEADLINE = Duration.ofSeconds(10);

    private final WebhookSettings settings;
    private final InstantSource clock;
    private final Wakeups wakeups = new Wakeups();
    private final CertificateKeeper keeper;
    private final SelfCheck selfCheck;
    private final CertificateLoop loop;
    private final List<ObjectWatch> watches;
    private final Thread thread;

    Certificates(
            WebhookSettings settings,
            CertificatePolicy policy,
            Clocks clocks,
            SelfReview selfReview,
            ClusterApi api,
            ServingCertificates serving,
            MeterRegistry registry) {
        this.settings = settings;
        this.clock = clocks.wall();
        var metrics = new CertificateMetrics(registry);
        var store = new KubernetesCertificateStore(settings, api.within(API_DEADLINE));
        var issuer = new CertificateIssuer(policy, settings.serviceNames());
        this.keeper = new CertificateKeeper(store, issuer, policy, clock, serving::serve, metrics);
        this.selfCheck = new SelfCheck(settings.serviceNames().getFirst(), settings.httpsPort(), selfReview);
        this.loop = new CertificateLoop(keeper, selfCheck, wakeups, clocks, metrics);
        this.watches = watches(api.forWatches());
        this.thread = Thread.ofVirtual().name("certificates").unstarted(loop);
        serving.serve(keeper.placeholder());
    }

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
        wakeups.signal();
    }

    /** {@return in plain words, why an API server would not trust this replica; nothing where it would} */
    public List<String> whyNotReady() {
        var untrusted = keeper.state().whyNotReady(clock.instant());
        if (untrusted.isEmpty()) {
            return selfCheck.whyNotReady();
        }
        var failure = loop.failure().map(reason -> " (" + reason + ")").orElse("");
        return untrusted.stream().map(reason -> reason + failure).toList();
    }

    /** {@return in plain words, what has stopped and must never; nothing where nothing has} */
    public List<String> whyNotAlive() {
        return loop.whyNotAlive();
    }

    @Override
    public void close() {
        wakeups.stop();
        watches.forEach(ObjectWatch::close);
    }
}
