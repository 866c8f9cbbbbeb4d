// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.retry.Backoff;
import io.linkerd.multus.service.retry.Fight;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a further configuration trust whom the first one trusts. Nothing waits for it: what the first one is for does not suffer from a
 * second one that is missing, forbidden or fought over. One thread calls {@link #keep()}.
 */
final class FurtherTrust {
    private static final Logger log = LoggerFactory.getLogger(FurtherTrust.class);

    /**
     * Two writes of a rotation, and as many after each application of an old manifest, are no fight yet. How long the other writer's word stands
     * then doubles each time; it is looked at once a minute at least.
     */
    private static final Fight.Manners MANNERS =
            new Fight.Manners(3, new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5)));

    /** A look sooner than this after a write says only that nobody has undone it yet: its own event may have caused it. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final String name;
    private final TrustStore configuration;
    private final CertificateStore authorities;
    private final LongSupplier nanos;
    private final CertificateMetrics metrics;
    private final Consumer<Boolean> present;
    private Fight fight;
    /** What was told last. */
    private Optional<String> told = Optional.empty();

    FurtherTrust(
            String name,
            TrustStore configuration,
            CertificateStore authorities,
            LongSupplier nanos,
            CertificateMetrics metrics) {
        this.name = name;
        this.configuration = configuration;
        this.authorities = authorities;
        this.nanos = nanos;
        this.metrics = metrics;
        this.fight = Fight.none(MANNERS, nanos.getAsLong());
        this.present = metrics.further(name);
    }

    /** Looks, and writes where that is needed and somebody else does not undo it all the time. */
    void keep() {
        try {
            look();
        } catch (CertificateStore.StoreUnavailable unavailable) {
            tell(String.valueOf(unavailable.getMessage()));
        }
    }

    /** The configuration is read first, for the reason that {@link CertificateStore#observe()} has. */
    private void look() {
        var found = configuration.configuration();
        present.accept(found instanceof ConfigurationReading.Present);
        switch (found) {
            case ConfigurationReading.Absent _ ->
                tell("it does not exist, and `helm upgrade`, or applying the chart again, brings it back");
            case ConfigurationReading.Present there -> look(there);
        }
    }

    /** Authorities that have not taken over yet whom the first one trusts know less than what is there. */
    private void look(ConfigurationReading.Present there) {
        var missing = authorities.secret() instanceof SecretReading.Present(var _, var content) && !content.isNew()
                ? CertificateStep.Trust.missing(there, content)
                : Optional.<CertificateStep.Trust>empty();
        if (missing.isPresent() && isDue()) {
            write(missing.get());
        } else if (missing.isPresent()) {
            tell("another writer keeps undoing our caBundle");
        } else if (isOver()) {
            fight = Fight.none(MANNERS, fight.last());
            told = Optional.empty();
        }
    }

    private boolean isDue() {
        return sinceLast().compareTo(fight.pause()) >= 0;
    }

    /** What was written last stood for longer than the rivals' word would have, had there been any. */
    private boolean isOver() {
        var pause = fight.pause();
        return sinceLast().compareTo(pause.compareTo(QUIET) < 0 ? QUIET : pause) >= 0;
    }

    private Duration sinceLast() {
        return fight.since(nanos.getAsLong());
    }

    private void write(CertificateStep.Trust step) {
        var result = configuration.trust(step);
        metrics.step("further-trust", result);
        if (result == WriteResult.WRITTEN) {
            fight = fight.written(nanos.getAsLong());
            log.atInfo()
                    .addKeyValue("configuration", name)
                    .addKeyValue("reason", step.reason())
                    .log("wrote the caBundle of a further configuration");
        }
    }

    private void tell(String problem) {
        var line = told.equals(Optional.of(problem)) ? log.atDebug() : log.atWarn();
        told = Optional.of(problem);
        line.addKeyValue("configuration", name)
                .addKeyValue("reason", problem)
                .log("cannot look after the caBundle of a further configuration, what it is for is not checked");
    }
}
