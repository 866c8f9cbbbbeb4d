// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.DutyEvents;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.linkerdconfig.InjectionProbe;
import io.linkerd.multus.controller.linkerdconfig.LinkerdConfigResource;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.rollouts.plan.AtHand;
import io.linkerd.multus.controller.rollouts.plan.RolloutPlan;
import io.linkerd.multus.controller.rollouts.plan.RolloutView;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.controller.workloads.WorkloadSource;
import io.linkerd.multus.values.linkerdconfig.DatedSpec;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigJudge;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One look at outdated workloads, and what follows. The status is written first, on the condition that the LinkerdConfig still is as it was
 * read: a leader whose view is older than another's stops there. Then each action is done once.
 */
final class RolloutRound {
    /** Behind the watches, while workloads are at hand. */
    private static final Duration AT_HAND = Duration.ofSeconds(10);
    /** An instant that has just passed on a clock that is behind is asked about again. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    private static final String WORKLOADS = "apps/v1";

    private final ControllerContext context;
    private final RolloutHindrances hindrances;
    private final RolloutWrites writes;
    private final Stalls stalls;
    private final WellTimes wellTimes = new WellTimes();
    private final Uncured uncured = new Uncured();
    private final AtomicReference<Optional<ChangeDigest>> change = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Map<String, ChangeDigest>> completed = new AtomicReference<>(Map.of());
    private final RolloutTelling telling;
    private final InstantSource clock;

    private RolloutRound(
            ControllerContext context,
            RolloutHindrances hindrances,
            RolloutWrites writes,
            Stalls stalls,
            RolloutTelling telling,
            InstantSource clock) {
        this.context = context;
        this.hindrances = hindrances;
        this.writes = writes;
        this.stalls = stalls;
        this.telling = telling;
        this.clock = clock;
    }

    static RolloutRound of(
            ControllerContext context,
            HeldRights rights,
            InjectionProbe probe,
            InstantSource clock,
            LongSupplier nanoClock) {
        var events = new DutyEvents(context, "rollouts", "rollout-events", nanoClock);
        return new RolloutRound(
                context,
                new RolloutHindrances(rights, new InjectorAnswers(probe, nanoClock)),
                new RolloutWrites(context, events, nanoClock),
                new Stalls(nanoClock),
                new RolloutTelling(events, context.meters()),
                clock);
    }

    /**
     * Looks and acts.
     *
     * @param honoured the LinkerdConfig that is, as last seen
     * @param verifying whether Linkerd's injectors are being asked about values that were written for it
     */
    ReconcileResult look(ObservedLinkerdConfig honoured, WorkloadSource source, boolean verifying) {
        var config = LinkerdConfigResource.read(context.client(), honoured);
        if (config.isEmpty()) {
            return new ReconcileResult.Settled();
        }
        var before = RolloutStatus.of(config.get());
        var found = view(config.get(), before.atHand(), source);
        var workloads = found.workloads().stream()
                .collect(Collectors.toMap(one -> one.subject().uid(), Function.identity(), (one, _) -> one));
        writes.retain(workloads, found.spec());
        var present = Optional.of(source.change());
        if (!present.equals(change.getAndSet(present))) {
            writes.anotherChange();
        }
        var denied = writes.denied();
        var stalled = stalls.look(found.atHand(), workloads, found.now());
        var known = found.remembering(new RolloutView.Remembered(
                denied,
                stalled,
                wellTimes.resting(found.atHand(), found.spec().pause(), found.now()),
                wellTimes.unsteady(found.atHand(), found.spec().pause(), found.now()),
                writes.begun(),
                completed.get()));
        var seen = hindrances.added(known, workloads, source, verifying);
        var wished = RolloutPlan.of(seen);
        var hindered = wished.restarts() ? hindrances.addedNow(seen) : Optional.<RolloutView>empty();
        var view = hindered.orElse(seen);
        var plan = hindered.map(RolloutPlan::of).orElse(wished);
        completed.set(plan.completed());
        write(config.get(), before, RolloutStatus.of(plan), !plan.actions().isEmpty());
        boolean refused = false;
        for (var action : plan.actions()) {
            refused |= writes.carryOut(action);
        }
        if (refused) {
            hindrances.refused();
        }
        var notices = Stream.concat(writes.refusals().stream(), Stalls.notices(stalled, workloads))
                .toList();
        telling.tell(config.get().seen(), view, plan, notices);
        return next(plan, denied);
    }

    /** Takes what is said of rollouts from one that is not honoured any more. */
    void clear(LinkerdConfigResource config) {
        var before = RolloutStatus.of(config);
        write(config, before, RolloutStatus.NONE, false);
    }

    /** Forgets what was seen. */
    void forget() {
        hindrances.forget();
        writes.forget();
        stalls.forget();
        wellTimes.forget();
        uncured.forget();
        completed.set(Map.of());
        telling.forget();
    }

    private RolloutView view(LinkerdConfigResource config, List<AtHand> atHand, WorkloadSource source) {
        var seen = config.seen();
        var now = clock.instant();
        return new RolloutView(
                asked(seen.spec(), now),
                RolloutMark.revision(seen.generation(), seen.uid()),
                uncured.look(wellTimes.look(workloads(atHand, source), now), now),
                atHand,
                now);
    }

    /** Nothing is restarted by a spec that has problems. A certificate that has ended since is none. */
    private static RolloutSpec asked(LinkerdConfigSpec spec, Instant now) {
        return LinkerdConfigJudge.problems(DatedSpec.at(spec, now).current(), now)
                        .isEmpty()
                ? spec.rollouts()
                : spec.rollouts().off();
    }

    /** Those at hand as they are now, since a restart may not have come through the watches yet. */
    private static List<Workload> workloads(List<AtHand> atHand, WorkloadSource source) {
        var fresh = atHand.stream()
                .map(one -> new Subject(WORKLOADS, one.kind(), one.namespace(), one.name(), one.uid()))
                .flatMap(subject -> source.read(subject).stream())
                .toList();
        var read = Stream.concat(
                        atHand.stream().map(AtHand::uid),
                        fresh.stream().map(one -> one.subject().uid()))
                .collect(Collectors.toSet());
        var all = new ArrayList<>(fresh);
        source.all().stream().filter(one -> !read.contains(one.subject().uid())).forEach(all::add);
        return all;
    }

    /** Where something follows, what says the same is sent, too: that nothing has changed since it was read is the condition. */
    private void write(LinkerdConfigResource config, RolloutStatus before, RolloutStatus after, boolean always) {
        if (always || !after.equals(before)) {
            config.tell(context.writes(), context.instance().fieldManager() + "-rollouts", after.json());
        }
    }

    private ReconcileResult next(RolloutPlan plan, Set<String> denied) {
        return Stream.of(
                        plan.again().map(this::until),
                        plan.atHand().isEmpty() ? Optional.<Duration>empty() : Optional.of(AT_HAND),
                        hindrances.again(),
                        writes.untilNextTry(denied))
                .flatMap(Optional::stream)
                .min(Duration::compareTo)
                .<ReconcileResult>map(ReconcileResult.Requeue::new)
                .orElseGet(ReconcileResult.Settled::new);
    }

    private Duration until(Instant moment) {
        var left = Duration.between(clock.instant(), moment);
        return left.compareTo(LEAST) < 0 ? LEAST : left;
    }
}
