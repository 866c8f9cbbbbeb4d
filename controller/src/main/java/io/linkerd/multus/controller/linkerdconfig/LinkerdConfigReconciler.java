// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.DutyEvents;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigConditions;
import io.linkerd.multus.controller.linkerdconfig.plan.EnforcementState;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectorVerification;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlanInputs;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.linkerdconfig.plan.Refusal;
import io.linkerd.multus.controller.linkerdconfig.plan.ValuesWrite;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Reconciles the active {@code LinkerdConfig} with Linkerd's ConfigMap: writes the status first, which records what is about to be written, and
 * then writes the values. A leader that ends between both is followed by one that knows from the status what to do.
 */
final class LinkerdConfigReconciler {
    private final ControllerContext context;
    private final LinkerdConfigMap map;
    private final InjectionProbe probe;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final DutyEvents events;
    private final ValuesWriteReporter reporter;
    private final ValuesVerifier verifier;
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
        this.events = new DutyEvents(context, "linkerdconfig", "linkerdconfig-events", nanoClock);
        this.reporter = new ValuesWriteReporter(events);
        this.verifier = new ValuesVerifier(map, probe, nanoClock, reporter, state);
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
        events.hold(List.of());
        return new ReconcileResult.Settled();
    }

    private ReconcileResult reconcile(LinkerdConfigResource config) {
        var status = ConfigStatus.of(config);
        var seen = config.seen();
        var last = state.updateAndGet(now -> now.reconciling(seen.spec()));
        var read = map.read(seen.spec());
        var remembered = status.enforcement().made(seen.generation(), last.lastWritten());
        var verified = verifier.verify(read.values(), remembered.asked());
        var before = remembered.verified(verified, seen.generation(), status.generation(), now());
        var plan = LinkerdConfigPlan.of(view(seen, read, before, status.waitingForCni()));
        state.updateAndGet(now -> now.planned(plan));
        writeStatus(config, status.after(plan, seen.generation(), now()));
        state.updateAndGet(LinkerdConfigState::statusWritten);
        try {
            act(seen, read, verified, plan);
        } finally {
            // A rejected write does not stop the Events.
            events.hold(plan.notices());
        }
        return nextLook(plan.after().refused())
                .<ReconcileResult>map(ReconcileResult.Requeue::new)
                .orElseGet(ReconcileResult.Settled::new);
    }

    private Optional<Duration> nextLook(Refusal refused) {
        var nextTry = refused.nextTry()
                .map(due -> Duration.between(clock.instant(), due))
                .filter(Duration::isPositive);
        var nextDryRun =
                state.get().verification().filter(now -> !now.hasEnded()).map(InjectorVerification::pause);
        return Stream.of(nextDryRun, nextTry, events.untilNextTry())
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
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
            verifier.putBack(Optional.of(config), read.map().orElseThrow(), reason);
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

    /** This replica no longer leads. */
    void end() {
        events.hold(List.of());
        state.updateAndGet(LinkerdConfigState::ended);
    }

    /** No LinkerdConfig is left. Removes once the entry that a leader may have left in managedFields between its two writes for the last one. */
    void finish() {
        state.get().unfinished().ifPresent(map::read);
        state.updateAndGet(LinkerdConfigState::finished);
    }

    /** {@return how far the values that were written last are verified} */
    VerificationStatus verification() {
        return state.get().reported();
    }

    /**
     * {@return when to call this again; empty once nothing is left to verify} There is no active one. A text that this process wrote is verified to
     * its end all the same, and the previous one is restored where Linkerd's injectors refuse it.
     */
    Optional<Duration> verifyWithoutConfig() {
        events.hold(List.of());
        var next = verifier.verifyWithoutConfig();
        state.updateAndGet(next.isPresent() ? LinkerdConfigState::withoutMetrics : LinkerdConfigState::withoutConfig);
        return next;
    }

    private LinkerdConfigPlanInputs view(
            ObservedLinkerdConfig seen, LinkerdConfigMap.Read read, EnforcementState before, Set<String> waitedForCni) {
        return new LinkerdConfigPlanInputs(
                seen,
                read.values(),
                map.roots(seen.spec()),
                map.cniConfig(seen.spec()),
                waitedForCni,
                before,
                state.get().notWritten(),
                clock.instant());
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
