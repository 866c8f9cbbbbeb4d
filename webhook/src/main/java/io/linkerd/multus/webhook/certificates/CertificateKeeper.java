// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.webhook.certificates.CertificateStep.Adopt;
import io.linkerd.multus.webhook.certificates.CertificateStep.Advance;
import io.linkerd.multus.webhook.certificates.CertificateStep.Prepare;
import io.linkerd.multus.webhook.certificates.CertificateStep.Rest;
import io.linkerd.multus.webhook.certificates.CertificateStep.Stage;
import io.linkerd.multus.webhook.certificates.CertificateStep.StartOver;
import io.linkerd.multus.webhook.certificates.CertificateStep.Trust;
import io.linkerd.multus.webhook.certificates.CertificateStep.Write;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
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
    private final CertificateIssuer issuer;
    private final CertificatePolicy policy;
    private final Clocks clocks;
    private final Consumer<Leaf> serve;
    private final CertificateMetrics metrics;
    private final AtomicReference<CertificateState> state = new AtomicReference<>(CertificateState.INITIAL);

    CertificateKeeper(
            CertificateStore store,
            CertificateIssuer issuer,
            CertificatePolicy policy,
            Clocks clocks,
            Consumer<Leaf> serve,
            CertificateMetrics metrics) {
        this.store = store;
        this.issuer = issuer;
        this.policy = policy;
        this.clocks = clocks;
        this.serve = serve;
        this.metrics = metrics;
    }

    /**
     * What a pass came to.
     *
     * @param result how its write ended; empty where there was nothing to write
     */
    record Pass(CertificateStep step, Optional<WriteResult> result) {}

    CertificateState state() {
        return state.get();
    }

    /**
     * Looks once and takes at most one step.
     *
     * @throws CertificateStore.StoreUnavailable where the cluster cannot be asked; what is served stays as it is
     */
    Pass pass() {
        var seen = store.observe();
        var now = clocks.wall().instant();
        long nanos = clocks.nanos().getAsLong();
        var before = state.getAndUpdate(known -> known.looked(seen, now, nanos, policy));
        tellOfConfiguration(before, state.get());
        metrics.trusted(seen.trustedByAll());
        if (isClockWrong(before, state.get())) {
            return new Pass(new Rest(now.plus(CertificatePlan.RECHECK)), Optional.empty());
        }
        var leafUntil = keepLeaf(seen, now);
        return switch (next(seen, now)) {
            case Rest(var until) -> new Pass(new Rest(until.isBefore(leafUntil) ? until : leafUntil), Optional.empty());
            case Write write -> new Pass(write, Optional.of(carryOut(write, now)));
        };
    }

    /** Whoever acts by such a clock takes good authorities for ended and makes others that nobody can use: it only serves on. */
    private static boolean isClockWrong(CertificateState before, CertificateState now) {
        if (now.wrongClock().isPresent() && before.wrongClock().isEmpty()) {
            log.atError()
                    .addKeyValue("reason", now.wrongClock().get())
                    .log("cannot look after certificates, set the node's clock; what is served stays");
        } else if (now.wrongClock().isEmpty() && before.wrongClock().isPresent()) {
            log.atInfo().log("this node's clock is right again");
        }
        return now.wrongClock().isPresent();
    }

    /**
     * A successor signs when everybody has had time to learn of it, by this replica's own count as well: that of whoever confirmed it may
     * be hours behind.
     */
    private CertificateStep next(Observed seen, Instant now) {
        var planned = CertificatePlan.of(seen, now, policy);
        return planned instanceof Advance(var stage, var _, var after, var _)
                        && stage == Stage.SIGN
                        && !after.previous().getFirst().hasEnded(now)
                ? state.get()
                        .trusted()
                        .lasting(after.current().certificate())
                        .map(policy.settling()::minus)
                        .filter(Duration::isPositive)
                        .<CertificateStep>map(left -> new Rest(now.plus(left)))
                        .orElse(planned)
                : planned;
    }

    private WriteResult carryOut(Write step, Instant now) {
        var result = switch (step) {
            case StartOver(var version, var _) -> store.write(version, Authorities.startOver(issuer.authority(now)));
            case Adopt adopt -> store.write(Optional.of(adopt.version()), adopted(adopt, now));
            case Prepare(var version, var before, var _) ->
                store.write(Optional.of(version), before.prepare(issuer.authority(now)));
            case Advance(var _, var version, var after, var _) -> store.write(Optional.of(version), after);
            case Trust trust -> store.trust(trust);
        };
        metrics.step(step, result);
        var line = switch (result) {
            case WRITTEN -> log.atInfo();
            case LOST_RACE -> log.atDebug();
        };
        line.addKeyValue("step", step.name())
                .addKeyValue("object", step.object())
                .addKeyValue("result", result)
                .addKeyValue("reason", step.reason())
                .log("took a step of the certificates' life");
        return result;
    }

    private Authorities adopted(Adopt step, Instant now) {
        var served = state.get().leaf().map(Leaf::authority);
        var after = step.before().adopt(store.configuration().trustedByAll(), served, now, step.retireAt());
        if (!after.previous().isEmpty()) {
            log.atInfo()
                    .addKeyValue("authorities", after.previous())
                    .log("whom the caBundle trusts besides stays trusted, since their leaves may still be served");
        }
        return after;
    }

    /** Whoever removed it may mean an uninstall, so it is never made again from here. */
    private void tellOfConfiguration(CertificateState before, CertificateState now) {
        metrics.configured(now.isConfigured());
        if (before.isConfigured() && !now.isConfigured()) {
            log.atWarn()
                    .log("the MutatingWebhookConfiguration does not exist, so no pod is changed;"
                            + " `helm upgrade`, or applying the chart again, brings it back");
        } else if (!before.isConfigured() && now.isConfigured()) {
            log.atInfo().log("the MutatingWebhookConfiguration is there");
        }
    }

    private Instant keepLeaf(Observed seen, Instant now) {
        return switch (LeafPlan.of(state.get(), seen, now, policy)) {
            case LeafPlan.Keep(var until) -> until;
            case LeafPlan.Issue(var authority, var reason) -> {
                var leaf = issuer.leaf(authority, now);
                serve.accept(leaf);
                state.updateAndGet(known -> known.serving(leaf));
                metrics.serving(leaf.certificate(), Optional.of(leaf.authority()));
                log.atInfo()
                        .addKeyValue("serial", leaf.certificate().serial())
                        .addKeyValue("until", leaf.certificate().notAfter())
                        .addKeyValue("reason", reason)
                        .log("serving a new certificate");
                yield CertificatePolicy.renewal(leaf.certificate());
            }
        };
    }
}
