// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CertificateLoopTest {
    private final VirtualClock wall = new VirtualClock();
    private final AtomicLong nanos = new AtomicLong();
    private final InMemoryCertificateStore store = new InMemoryCertificateStore(wall);
    private final InMemoryCertificateStore second = new InMemoryCertificateStore(wall);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Wakeups wakeups = new Wakeups();
    private CertificateLoop loop;
    private Thread thread;

    @BeforeEach
    void make() {
        var policy = CertificatePolicy.STANDARD;
        var metrics = new CertificateMetrics(registry, Maker.SELF_ISSUED);
        var clocks = new Clocks(wall, nanos::get);
        var issuer = new CertificateIssuer(policy, List.of("w.ns.svc"));
        var keeper = new CertificateKeeper(store, issuer, policy, clocks, _ -> {}, metrics);
        // Nobody listens there: this replica never gets as far as being ready.
        var selfCheck = new SelfCheck("w.ns.svc", 1, new SelfReview("/", "{}"));
        var further = new FurtherTrust("attachments", second, store, nanos::get, metrics);
        loop = new CertificateLoop(keeper, selfCheck, wakeups, clocks, metrics, List.of(further));
        thread = Thread.ofVirtual().unstarted(loop);
    }

    @AfterEach
    void stop() throws InterruptedException {
        wakeups.stop();
        thread.join();
    }

    @Test
    void goesOnAfterAnError() {
        store.between(() -> {
            throw new NoClassDefFoundError("somebody packed an image without it");
        });

        thread.start();

        await().until(() -> store.writes.get() == 3);
        assertThat(registry.counter("linkerd_multus_webhook_certificate_failures")
                        .count())
                .isEqualTo(1);
        assertThat(loop.whyNotAlive()).isEmpty();
    }

    @Test
    void isNotAliveWhenItsThreadHasEnded() throws InterruptedException {
        thread.start();
        await().until(() -> store.writes.get() == 3);

        thread.interrupt();
        thread.join();

        assertThat(loop.whyNotAlive()).containsExactly("the thread that looks after certificates has ended");
    }

    @Test
    void isAliveWhenItWasStopped() throws InterruptedException {
        thread.start();
        wakeups.stop();
        thread.join();

        assertThat(loop.whyNotAlive()).isEmpty();
    }

    @Test
    void isNotAliveWhenALookHangs() {
        assertThat(loop.whyNotAlive()).isEmpty();

        nanos.addAndGet(Duration.ofMinutes(6).toNanos());

        assertThat(loop.whyNotAlive()).containsExactly("certificates have not been looked after for PT6M");
    }

    @Test
    void saysWhyItCouldNotLook() {
        store.available(false);

        thread.start();

        await().untilAsserted(() -> assertThat(loop.failure()).contains("the API server is away"));
        assertThat(loop.whyNotAlive()).isEmpty();
    }

    /** Attachments went unchecked for as long as somebody fought over pods. */
    @Test
    void looksAfterTheSecondConfigurationWhileTheFirstIsFoughtOver() {
        store.between(this::undoAlways);
        thread.start();
        await().until(() -> store.lostRaces.get() > 2);

        second.editCaBundle(new byte[0]);

        await().until(() -> second.trustAsOf(wall.instant())
                .contains(store.content().current().certificate()));
    }

    private void undoAlways() {
        store.editCaBundle(new byte[0]);
        store.between(this::undoAlways);
    }
}
