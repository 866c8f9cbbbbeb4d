// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.LeafPlan.Moment;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one replica's certificates: looks at the cluster, takes the next step, and serves what may be served. One thread calls
 * {@link #pass()}; the state may be read by any.
 */
final class CertificateKeeper {
    private static final Logger log = LoggerFactory.getLogger(CertificateKeeper.class);

    private final CertificateStore store;
    private final CertificateForge forge;
    private final CertificatePolicy policy;
    private final InstantSource clock;
    private final Consumer<Leaf> serve;
    private final CertificateMetrics metrics;
    private final AtomicReference<CertificateState> state = new AtomicReference<>(CertificateState.INITIAL);

    CertificateKeeper(
            CertificateStore store,
            CertificateForge forge,
            CertificatePolicy policy,
            InstantSource clock,
            Consumer<Leaf> serve,
            CertificateMetrics metrics) {
        this.store = store;
        this.forge = forge;
        this.policy = policy;
        this.clock = clock;
        this.serve = serve;
        this.metrics = metrics;
    }

    /** How a pass ended. */
    sealed interface Outcome {
        /** A write was tried; look again. */
        record Tried(boolean trust, WriteResult result) implements Outcome {}

        /** Nothing is to be done before the given time. */
        record RestUntil(Instant until) implements Outcome {}
    }

    CertificateState state() {
        return state.get();
    }

    /**
     * Looks once and takes at most one step.
     *
     * @throws CertificateStore.StoreUnavailable where the cluster cannot be asked; what is served stays as it is
     */
    Outcome pass() {
        Observed observed = store.observe();
        Instant now = clock.instant();
        CertificateState looked = state.get().looked(observed, now);
        state.set(looked);
        Instant leafUntil = keepLeaf(looked, observed, now);
        CertificateStep step = CertificatePlan.next(observed, now, policy);
        return switch (step) {
            case CertificateStep.Rest(var until) ->
                new Outcome.RestUntil(until.isBefore(leafUntil) ? until : leafUntil);
            case CertificateStep.Trust trust -> report(trust, true, store.trust(trust));
            case CertificateStep other -> report(other, false, write(other, now));
        };
    }

    private WriteResult write(CertificateStep step, Instant now) {
        Instant retireAt = now.plus(policy.leafLifetime());
        return switch (step) {
            case CertificateStep.Create(var trusted) ->
                store.create(AuthorityRecord.startOver(forge.authority(now), trusted, retireAt));
            case CertificateStep.Repair(var version, var trusted, var _) ->
                store.replace(version, AuthorityRecord.startOver(forge.authority(now), trusted, retireAt));
            case CertificateStep.Prepare(var version, var content) ->
                store.replace(version, content.prepare(forge.authority(now)));
            case CertificateStep.Confirm(var version, var content, var next) ->
                store.replace(version, content.confirm(next, now));
            case CertificateStep.Sign(var version, var content, var next) ->
                store.replace(version, content.sign(next, retireAt));
            case CertificateStep.Retire(var version, var content) -> store.replace(version, content.retire());
            case CertificateStep.Trust _, CertificateStep.Rest _ -> throw new IllegalArgumentException(step.toString());
        };
    }

    private Instant keepLeaf(CertificateState looked, Observed observed, Instant now) {
        return switch (LeafPlan.of(looked.leaf(), observed, looked.history(), new Moment(now, policy))) {
            case LeafPlan.Keep(var until) -> until;
            case LeafPlan.Issue(var authority, var reason) -> {
                Leaf leaf = forge.leaf(authority, now);
                serve.accept(leaf);
                state.set(looked.serving(leaf));
                metrics.serving(leaf);
                log.atInfo()
                        .addKeyValue("serial", leaf.certified().serial())
                        .addKeyValue("until", leaf.certified().notAfter())
                        .addKeyValue("reason", reason)
                        .log("serving a new certificate");
                yield CertificatePolicy.renewal(leaf.certified());
            }
        };
    }

    private Outcome report(CertificateStep step, boolean trust, WriteResult result) {
        String name = step.getClass().getSimpleName();
        metrics.step(name, result);
        var line = result == WriteResult.WRITTEN ? log.atInfo() : log.atDebug();
        line.addKeyValue("step", name)
                .addKeyValue("object", trust ? "caBundle" : "Secret")
                .addKeyValue("result", result)
                .addKeyValue(
                        "reason",
                        step instanceof CertificateStep.Repair(var _, var _, var reason) ? reason : "it was due")
                .log("took a step of the certificates' life");
        return new Outcome.Tried(trust, result);
    }

    /** A leaf that nobody trusts, for the time before the cluster was asked: the port must never speak without TLS. */
    Leaf placeholder() {
        Instant now = clock.instant();
        return forge.leaf(forge.authority(now), now);
    }
}
