// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether questions go unanswered. It is logged once that they do, and once that it is over, whatever comes how often in between. */
final class Outage {
    private static final Logger log = LoggerFactory.getLogger(Outage.class);

    /** An API server that answers one question and not the next is not well again: two lines for so long are the most. */
    private static final Duration QUIET = Duration.ofSeconds(30);

    private final String what;
    private final LongSupplier nanos;
    private final AtomicReference<Optional<Failures>> failures = new AtomicReference<>(Optional.empty());

    private record Failures(long first, long last) {}

    Outage(String what, LongSupplier nanos) {
        this.what = what;
        this.nanos = nanos;
    }

    void failed(ApiFailure why) {
        long now = nanos.getAsLong();
        var before = failures.getAndUpdate(
                all -> Optional.of(new Failures(all.map(Failures::first).orElse(now), now)));
        if (before.isEmpty()) {
            log.atWarn()
                    .addKeyValue("what", what)
                    .addKeyValue("reason", why.inWords())
                    .log("cannot look up; going by what is known, and asking again");
        }
    }

    void answered() {
        var before = failures.get();
        before.filter(all -> nanos.getAsLong() - all.last() >= QUIET.toNanos())
                .filter(_ -> failures.compareAndSet(before, Optional.empty()))
                .ifPresent(all -> log.atInfo()
                        .addKeyValue("what", what)
                        .addKeyValue("after", Duration.ofNanos(nanos.getAsLong() - all.first()))
                        .log("looking up again"));
    }
}
