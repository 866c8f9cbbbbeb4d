// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.settings.CertificateSource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves what is mounted, as long as it is good. One thread calls {@link #look()}; the state may be read by any.
 */
final class MountedKeeper {
    private static final Logger log = LoggerFactory.getLogger(MountedKeeper.class);

    private final CertificateSource source;
    private final MountedFolder folder;
    private final Set<X509> trusted;
    private final String serviceName;
    private final InstantSource clock;
    private final Consumer<MountedCertificate> serve;
    private final CertificateMetrics metrics;
    private final AtomicReference<State> state =
            new AtomicReference<>(new State(Optional.empty(), Optional.empty(), RemainingLife.ENOUGH));

    /**
     * What is known.
     *
     * @param served what is served
     * @param problem why what is mounted is not
     * @param life how much of its life is left
     */
    private record State(Optional<MountedCertificate> served, Optional<String> problem, RemainingLife life) {
        State serving(MountedCertificate certificate) {
            return new State(Optional.of(certificate), Optional.empty(), RemainingLife.ENOUGH);
        }

        State keeping(Optional<String> why) {
            return new State(served, why, life);
        }

        State aged(RemainingLife now) {
            return new State(served, problem, now);
        }
    }

    MountedKeeper(
            CertificateSource source,
            String serviceName,
            InstantSource clock,
            Consumer<MountedCertificate> serve,
            CertificateMetrics metrics) {
        this.source = source;
        this.folder = new MountedFolder(source.directory());
        this.trusted = source.caBundle()
                .map(TrustBundle::read)
                .map(TrustBundle::authorities)
                .map(Set::copyOf)
                .orElse(Set.of());
        this.serviceName = serviceName;
        this.clock = clock;
        this.serve = serve;
        this.metrics = metrics;
    }

    /** Looks once, and serves what has changed. */
    void look() {
        var now = clock.instant();
        MountedPlan.Judgement judgement =
                certificate -> new TrustAnchors(trusted(certificate), now).whyRefused(certificate.chain(), serviceName);
        switch (MountedPlan.of(state.get().served(), folder.read(), judgement, now)) {
            case MountedPlan.Serve(var certificate, var reason) -> serve(certificate, reason);
            case MountedPlan.Keep(var problem) -> keep(problem);
        }
        state.get().served().ifPresent(served -> watchLife(served.leaf(), now));
    }

    /** {@return what is served} */
    Optional<MountedCertificate> served() {
        return state.get().served();
    }

    /** {@return whom an API server trusts, as far as this replica is told} */
    Set<X509> trusted(MountedCertificate certificate) {
        return trusted.isEmpty() ? certificate.trusted() : trusted;
    }

    /** {@return why there is nothing good to serve; nothing where there is} */
    List<String> whyNotReady() {
        var known = state.get();
        var mounted = known.problem()
                .map(problem -> " (what is mounted: " + problem + ")")
                .orElse("");
        return known.served()
                .map(certificate -> certificate.leaf().hasEnded(clock.instant())
                        ? List.of("the serving certificate ended at "
                                + certificate.leaf().notAfter() + mounted)
                        : List.<String>of())
                .orElseGet(() -> List.of("there is no serving certificate in " + folder.folder() + mounted));
    }

    private void serve(MountedCertificate certificate, String reason) {
        serve.accept(certificate);
        state.updateAndGet(known -> known.serving(certificate));
        metrics.serving(certificate.leaf(), certificate.authority());
        log.atInfo()
                .addKeyValue("source", source.maker().title())
                .addKeyValue("serial", certificate.leaf().serial())
                .addKeyValue("issuer", certificate.leaf().parsed().getIssuerX500Principal())
                .addKeyValue("until", certificate.leaf().notAfter())
                .addKeyValue("reason", reason)
                .log("serving a new certificate");
    }

    private void keep(Optional<String> problem) {
        var before = state.getAndUpdate(known -> known.keeping(problem)).problem();
        if (problem.isPresent()) {
            metrics.unavailable();
        }
        if (problem.isPresent() && !problem.equals(before)) {
            log.atWarn()
                    .addKeyValue("source", source.maker().title())
                    .addKeyValue("directory", folder.folder())
                    .addKeyValue("reason", problem.get())
                    .log("cannot serve the certificate that is mounted, what is served stays");
        }
    }

    private void watchLife(X509 leaf, Instant now) {
        var life = RemainingLife.of(leaf, now);
        if (state.getAndUpdate(known -> known.aged(life)).life() == life) {
            return;
        }
        var line = switch (life) {
            case ENOUGH -> log.atInfo();
            case LITTLE -> log.atWarn();
            case NONE -> log.atError();
        };
        line.addKeyValue("source", source.maker().title())
                .addKeyValue("until", leaf.notAfter())
                .log(life.words());
    }
}
