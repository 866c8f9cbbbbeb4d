// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.webhook.cluster.ObjectWatch;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/** Looks after certificates of the webhook's own authority: whatever happens to Secret and configurations is looked at at once. */
final class SelfIssuedCertificates implements Certificates {
    static final Duration API_DEADLINE = Duration.ofSeconds(10);

    private final WebhookSettings settings;
    private final InstantSource clock;
    private final Wakeups wakeups = new Wakeups();
    private final CertificateKeeper keeper;
    private final SelfCheck selfCheck;
    private final CertificateLoop loop;
    private final List<ObjectWatch> watches;
    private final Thread thread;

    SelfIssuedCertificates(
            WebhookSettings settings,
            CertificateKeeper keeper,
            List<FurtherTrust> further,
            SelfCheck selfCheck,
            Clocks clocks,
            CertificateMetrics metrics,
            ApiClient forWatches) {
        this.settings = settings;
        this.clock = clocks.wall();
        this.keeper = keeper;
        this.selfCheck = selfCheck;
        this.loop = new CertificateLoop(keeper, selfCheck, wakeups, clocks, metrics, further);
        this.watches = watches(forWatches);
        this.thread = Thread.ofVirtual().name("certificates").unstarted(loop);
    }

    private List<ObjectWatch> watches(ApiClient client) {
        var secrets = new CoreV1Api(client);
        var configurations = new AdmissionregistrationV1Api(client);
        var first = List.of(
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
        var further = settings.furtherConfigurations().stream()
                .map(name -> new ObjectWatch(
                        "ValidatingWebhookConfiguration " + name,
                        () -> configurations
                                .listValidatingWebhookConfiguration()
                                .fieldSelector("metadata.name=" + name)
                                .timeoutSeconds(ObjectWatch.SECONDS)
                                .watch(true)
                                .buildCall(null),
                        wakeups));
        return Stream.concat(first.stream(), further).toList();
    }

    @Override
    public void start() {
        thread.start();
        watches.forEach(watch -> Thread.ofVirtual().name("watch").start(watch));
    }

    @Override
    public void wake() {
        wakeups.signal();
    }

    @Override
    public List<String> whyNotReady() {
        var untrusted = keeper.state().whyNotReady(clock.instant());
        if (untrusted.isEmpty()) {
            return selfCheck.whyNotReady();
        }
        var failure = loop.failure().map(reason -> " (" + reason + ")").orElse("");
        return untrusted.stream().map(reason -> reason + failure).toList();
    }

    @Override
    public List<String> whyNotAlive() {
        return loop.whyNotAlive();
    }

    @Override
    public void close() {
        wakeups.stop();
        watches.forEach(ObjectWatch::close);
    }
}
