// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.controller.linkerdconfig.InjectionProbe;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Whether Linkerd's injectors have taken a change up, whoever made it: a workload that is restarted before would get what its old pods have, and
 * is not restarted twice for one change. They are asked by dry-run pods until all answers agree.
 */
final class InjectorAnswers {
    /** Between two dry runs: eight answers in a row take less than a minute. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    /** Answers since the first that was given after the changes were seen. */
    private record Asked(
            Set<ChangeDigest> changes,
            InjectionProbeResult first,
            List<InjectionProbeResult> since,
            long start,
            long last) {
        Asked with(InjectionProbeResult answer, long now) {
            var all = new ArrayList<>(since);
            all.add(answer);
            return new Asked(changes, first, List.copyOf(all), start, now);
        }
    }

    private record State(Set<ChangeDigest> agreed, Optional<Asked> asked) {}

    private static final State NONE = new State(Set.of(), Optional.empty());

    private final InjectionProbe probe;
    private final LongSupplier nanoClock;
    private final AtomicReference<State> state = new AtomicReference<>(NONE);

    InjectorAnswers(InjectionProbe probe, LongSupplier nanoClock) {
        this.probe = probe;
        this.nanoClock = nanoClock;
    }

    /**
     * {@return why no restart may begin for one of these changes} Asks once more where that is due.
     *
     * @param begun changes for which a restart has begun, whoever led: they had agreed
     */
    Optional<Hindrance> hindrance(Set<ChangeDigest> changes, Set<ChangeDigest> begun) {
        var agreed = new HashSet<>(state.get().agreed());
        agreed.addAll(begun);
        agreed.retainAll(changes);
        var open = new HashSet<>(changes);
        open.removeAll(agreed);
        if (open.isEmpty()) {
            state.set(new State(agreed, Optional.empty()));
            return Optional.empty();
        }
        var asked = ask(open);
        state.set(new State(agreed, Optional.of(asked)));
        return judged(asked, changes);
    }

    /** Forgets all answers. */
    void forget() {
        state.set(NONE);
    }

    private Asked ask(Set<ChangeDigest> open) {
        long now = nanoClock.getAsLong();
        var before = state.get().asked().filter(asked -> asked.changes().containsAll(open));
        if (before.isEmpty()) {
            return new Asked(open, probe.ask(), List.of(), now, now);
        }
        return now - before.get().last() < PAUSE.toNanos()
                ? before.get()
                : before.get().with(probe.ask(), now);
    }

    private Optional<Hindrance> judged(Asked asked, Set<ChangeDigest> changes) {
        var elapsed = Duration.ofNanos(nanoClock.getAsLong() - asked.start());
        return switch (VerificationPlan.of(asked.first(), asked.since(), elapsed)) {
            case VerificationPlan.Ask _ -> Optional.of(Hindrance.injectorsDisagree());
            case VerificationPlan.Agreed _ -> {
                state.set(new State(changes, Optional.empty()));
                yield Optional.empty();
            }
            case VerificationPlan.PutBack(var reason) -> beginAnew(reason);
            case VerificationPlan.GiveUp(var reason) -> beginAnew(why(asked.first(), reason));
        };
    }

    /** Nothing was written before the first: what it says is what is so. */
    private static String why(InjectionProbeResult first, String otherwise) {
        return switch (first) {
            case InjectionProbeResult.Refused(var reason) -> reason;
            case InjectionProbeResult.NotInjected _ -> "pods are taken without a proxy";
            case InjectionProbeResult.Injected _, InjectionProbeResult.NotAsked _ -> otherwise;
        };
    }

    /** The next answer is the first again. */
    private Optional<Hindrance> beginAnew(String why) {
        state.updateAndGet(now -> new State(now.agreed(), Optional.empty()));
        return Optional.of(Hindrance.injectorsUnknown(why));
    }
}
