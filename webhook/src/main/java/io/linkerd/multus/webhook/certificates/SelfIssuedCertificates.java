// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ListWatch;
import io.linkerd.multus.service.kube.ObjectHead;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.WatchObserver;
import io.linkerd.multus.service.kube.WatchTransport;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Looks after certificates of the webhook's own authority: whatever happens to Secret and configurations is looked at at once. */
final class SelfIssuedCertificates implements Certificates {
    static final Duration API_DEADLINE = Duration.ofSeconds(10);

    private final WebhookSettings settings;
    private final InstantSource clock;
    private final Wakeups wakeups = new Wakeups();
    private final CertificateKeeper keeper;
    private final SelfCheck selfCheck;
    private final NamespaceEnd namespaceEnd;
    private final CertificateLoop loop;
    private final List<Thread> watches;
    private final Thread thread;

    SelfIssuedCertificates(
            WebhookSettings settings,
            CertificateKeeper keeper,
            List<FurtherTrust> further,
            SelfCheck selfCheck,
            Clocks clocks,
            CertificateMetrics metrics,
            WatchTransport api) {
        this.settings = settings;
        this.clock = clocks.wall();
        this.keeper = keeper;
        this.selfCheck = selfCheck;
        this.loop = new CertificateLoop(keeper, selfCheck, wakeups, clocks, metrics, further);
        this.namespaceEnd = new NamespaceEnd(settings, api.unpooled(), clocks);
        this.watches = watches(api);
        this.thread = Thread.ofVirtual().name("certificates").unstarted(loop);
    }

    private List<Thread> watches(WatchTransport api) {
        var first = Stream.of(
                watch(api, ApiPath.core("namespaces", settings.namespace(), "secrets"), settings.caSecret()),
                watch(api, ConfigurationTrust.MUTATING, settings.webhookConfiguration()));
        var further =
                settings.furtherConfigurations().stream().map(name -> watch(api, ConfigurationTrust.VALIDATING, name));
        return Stream.concat(first, further).toList();
    }

    /** Nothing is kept of what is heard: what is woken reads the object itself, so a missed or repeated event does no harm. */
    private Thread watch(WatchTransport api, String collection, String name) {
        var selection = Selection.named(collection, name);
        var reader = new HeadReader(Set.of());
        WatchObserver<ObjectHead> signal = WatchObserver.signalling(wakeups::signal);
        return Thread.ofVirtual()
                .name("watch")
                .unstarted(() ->
                        new ListWatch<>(api, selection, reader, Pace.USUAL, signal, ThreadLocalRandom.current()).run());
    }

    @Override
    public void start() {
        thread.start();
        watches.forEach(Thread::start);
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
    public void leaveNoConfigurationBehind() {
        namespaceEnd.removeConfigurations();
    }

    @Override
    public void close() {
        wakeups.stop();
        watches.forEach(Thread::interrupt);
    }
}
