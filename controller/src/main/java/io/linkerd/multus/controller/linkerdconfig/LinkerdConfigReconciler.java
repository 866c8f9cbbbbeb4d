// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigConditions;
import io.linkerd.multus.controller.linkerdconfig.plan.EnforcementState;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectorVerification;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlanInputs;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedValues;
import io.linkerd.multus.controller.linkerdconfig.plan.ValuesWrite;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import io.linkerd.multus.controller.linkerdconfig.plan.WrittenText;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles the active {@code LinkerdConfig} with Linkerd's ConfigMap: writes the status first, which records what is about to be written, and
 * then writes the values. A leader that ends between both is followed by one that knows from the status what to do.
 */
final class LinkerdConfigReconciler {
    private static final Logger log = LoggerFactory.getLogger(LinkerdConfigReconciler.class);

    /** The place of its Events. */
    static final String PLACE = "linkerdconfig";

    private final ControllerContext context;
    private final LinkerdConfigMap map;
    private final InjectionProbe probe;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final ValuesWriteReporter reporter;
    private final AtomicReference<LinkerdConfigState> state = new AtomicReference<>(LinkerdConfigState.FIRST);

    LinkerdConfigReconciler(
            ControllerContext context,
            LinkerdConfigMap map,
            InjectionProbe probe,
            InstantSource clock,
            LongSupplier nanoClock) {
        this.context = context;
        this.map = map;
        this.probe = probe;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.reporter = new ValuesWriteReporter(context);
        LinkerdConfigMetrics.register(context.meters(), state);
    }

    /** Writes the status of one that is ignored. */
    void reportIgnored(LinkerdConfigResource config, ObservedLinkerdConfig active) {
        var seen = config.seen();
        writeStatus(
                config, ConfigStatus.of(config).ignored(ConfigConditions.ignored(active), seen.generation(), now()));
    }

    /** Reconciles the active one, after reading it anew. */
    ReconcileResult reconcile(ObservedLinkerdConfig active) {
        var config = LinkerdConfigResource.read(context.client(), active);
        if (config.isPresent()) {
            return reconcile(config.get());
        }
        // The informer is about to receive the deletion.
        state.updateAndGet(LinkerdConfigState::withoutMetrics);
        context.notices().hold(PLACE, List.of());
        return new ReconcileResult.Settled();
    }

    private ReconcileResult reconcile(LinkerdConfigResource config) {
        var status = ConfigStatus.of(config);
        var seen = config.seen();
        var last = state.updateAndGet(now -> now.reconciling(seen.spec()));
        var read = map.read(seen.spec());
        var remembered = status.enforcement().made(seen.generation(), last.lastWritten());
        var verified = verify(read.values(), remembered.asked());
        var before = remembered.verified(verified, seen.generation(), status.generation());
        var plan = LinkerdConfigPlan.of(view(seen, read, before));
        state.updateAndGet(now -> now.planned(plan));
        writeStatus(config, status.after(plan, seen.generation(), now()));
        state.updateAndGet(LinkerdConfigState::statusWritten);
        try {
            act(seen, read, verified, plan);
        } finally {
            // A rejected Event does not stop the write of values, nor a rejected write the Events.
            context.notices().hold(PLACE, plan.notices());
        }
        return state.get()
                .verification()
                .filter(now -> !now.hasEnded())
                .<ReconcileResult>map(now -> new ReconcileResult.Requeue(now.pause()))
                .orElseGet(ReconcileResult.Settled::new);
    }

    /** {@return what follows from the dry runs about the text that was written last} Makes one more dry run if it is due. */
    private VerificationPlan verify(ObservedValues values, WrittenText remembered) {
        var due = InjectorVerification.due(state.get().verification(), values, remembered);
        var judged = due.map(now -> now.needsResult() ? now.with(probe.ask(), nanoClock.getAsLong()) : now)
                .map(now -> now.judged(nanoClock.getAsLong()));
        state.updateAndGet(now -> now.verified(values, judged));
        boolean hadEnded = due.filter(InjectorVerification::hasEnded).isPresent();
        var plan = judged.map(InjectorVerification::plan).orElseGet(VerificationPlan.Ask::new);
        if (plan instanceof VerificationPlan.GiveUp(var reason) && !hadEnded) {
            log.atWarn().addKeyValue("reason", reason).log("cannot ask Linkerd's injectors about their new values");
        }
        return plan;
    }

    private void act(
            ObservedLinkerdConfig config,
            LinkerdConfigMap.Read read,
            VerificationPlan verified,
            LinkerdConfigPlan plan) {
        if (plan.write().isPresent()) {
            write(config, read.map().orElseThrow(), plan.write().get());
            return;
        }
        if (verified instanceof VerificationPlan.PutBack(var reason)) {
            putBack(config, read.map().orElseThrow(), reason);
        }
        state.updateAndGet(LinkerdConfigState::inPlace);
    }

    /** Writes the values, after a dry run with the values that are still in place. */
    private void write(ObservedLinkerdConfig config, ConfigMap seen, ValuesWrite write) {
        var before = probe.ask();
        try {
            map.write(
                    seen,
                    write.text(),
                    () -> state.updateAndGet(now -> now.written(write, before, nanoClock.getAsLong())));
        } catch (ApiException e) {
            state.updateAndGet(now -> now.notWritten(LinkerdConfigMap.whyNotWritten(seen, e)));
            if (e.failure() instanceof ApiFailure.Unreachable) {
                state.updateAndGet(now -> now.perhapsWritten(write, before, nanoClock.getAsLong()));
            }
            throw e;
        }
        state.updateAndGet(LinkerdConfigState::inPlace);
        reporter.written(config, seen, write);
    }

    /** Writes the previous text, if this process knows it. */
    private void putBack(ObservedLinkerdConfig config, ConfigMap seen, String reason) {
        state.get().verification().flatMap(InjectorVerification::previous).ifPresent(previous -> {
            map.write(seen, previous, () -> state.updateAndGet(LinkerdConfigState::putBack));
            reporter.putBack(config, seen, reason);
        });
    }

    /** This replica no longer leads. */
    void end() {
        state.updateAndGet(LinkerdConfigState::ended);
    }

    /** No LinkerdConfig is left. Removes once the entry that a leader may have left in managedFields between its two writes for the last one. */
    void finish() {
        state.get().unfinished().ifPresent(map::read);
        state.updateAndGet(LinkerdConfigState::finished);
        forget();
    }

    /** {@return how far the values that were written last are verified} */
    VerificationStatus verification() {
        return state.get().reported();
    }

    /** There is no active one. */
    void forget() {
        state.updateAndGet(LinkerdConfigState::withoutConfig);
    }

    private LinkerdConfigPlanInputs view(
            ObservedLinkerdConfig seen, LinkerdConfigMap.Read read, EnforcementState before) {
        return new LinkerdConfigPlanInputs(
                seen, read.values(), map.roots(seen.spec()), before, state.get().notWritten(), clock.instant());
    }

    private void writeStatus(LinkerdConfigResource config, ConfigStatus status) {
        if (!status.saysTheSameAs(ConfigStatus.of(config))) {
            config.tell(context.writes(), context.instance().fieldManager(), status.json());
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
