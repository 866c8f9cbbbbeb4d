// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.controller.linkerdconfig.InjectionProbe;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Whether Linkerd's injectors have taken a change up, whoever made it: a workload that is restarted before would get what its old pods have, and
 * is not restarted twice for one change. They are asked by dry-run pods until all answers agree, and once more before each restart.
 *
 * <p>Asked is about what all namespaces have in common. What one of them says itself comes to an injector by a watch, within moments.
 */
final class InjectorAnswers {
    /** Between two dry runs: eight answers in a row take less than a minute. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    /** Answers since the first that was given after the change was seen. */
    private record Asked(
            ChangeDigest change, InjectionProbeResult first, List<InjectionProbeResult> since, long start, long last) {
        Asked with(InjectionProbeResult answer, long now) {
            var all = new ArrayList<>(since);
            all.add(answer);
            return new Asked(change, first, List.copyOf(all), start, now);
        }
    }

    /** Why new pods would have no proxy, and when that was answered. */
    private record Kept(String why, long at) {}

    /** With {@code doubted} from the first question until they agree: that a restart has begun says nothing then. */
    private record State(Optional<ChangeDigest> agreed, Optional<Asked> asked, boolean doubted) {}

    private static final State NONE = new State(Optional.empty(), Optional.empty(), false);

    private final InjectionProbe probe;
    private final LongSupplier nanoClock;
    private final AtomicReference<State> state = new AtomicReference<>(NONE);
    private final AtomicReference<Optional<Kept>> last = new AtomicReference<>(Optional.empty());

    InjectorAnswers(InjectionProbe probe, LongSupplier nanoClock) {
        this.probe = probe;
        this.nanoClock = nanoClock;
    }

    /**
     * {@return why no restart may begin for the change} Asks once more where that is due.
     *
     * @param begun whether a restart for it has begun under any leader: they had agreed, unless they have been asked about another change since
     */
    Optional<Hindrance> hindrance(ChangeDigest change, boolean begun) {
        if ((begun && !state.get().doubted())
                || state.get().agreed().filter(change::equals).isPresent()) {
            state.set(new State(Optional.of(change), Optional.empty(), false));
            return Optional.empty();
        }
        var asked = ask(change);
        state.set(new State(Optional.empty(), Optional.of(asked), true));
        return judged(asked);
    }

    /**
     * {@return why no restart may begin at this moment} They have agreed before; one that has gone since leaves new pods without a proxy. An answer that
     * keeps restarts counts for {@link #PAUSE}.
     */
    Optional<Hindrance> hindranceNow() {
        long now = nanoClock.getAsLong();
        if (last.get().filter(kept -> now - kept.at() < PAUSE.toNanos()).isEmpty()) {
            last.set(whyNot(probe.ask()).map(why -> new Kept(why, now)));
        }
        return last.get().map(Kept::why).map(Hindrance::injectorsUnknown);
    }

    /** Forgets all answers. */
    void forget() {
        state.set(NONE);
        last.set(Optional.empty());
    }

    private Asked ask(ChangeDigest change) {
        long now = nanoClock.getAsLong();
        var before = state.get().asked().filter(asked -> asked.change().equals(change));
        if (before.isEmpty()) {
            return new Asked(change, probe.ask(), List.of(), now, now);
        }
        return now - before.get().last() < PAUSE.toNanos()
                ? before.get()
                : before.get().with(probe.ask(), now);
    }

    private Optional<Hindrance> judged(Asked asked) {
        var elapsed = Duration.ofNanos(nanoClock.getAsLong() - asked.start());
        return switch (VerificationPlan.of(asked.first(), asked.since(), elapsed)) {
            case VerificationPlan.Ask _ -> Optional.of(Hindrance.injectorsDisagree());
            case VerificationPlan.Agreed _ -> {
                state.set(new State(Optional.of(asked.change()), Optional.empty(), false));
                yield Optional.empty();
            }
            case VerificationPlan.PutBack(var reason) -> beginAnew(reason);
            case VerificationPlan.GiveUp(var reason) ->
                beginAnew(whyNot(asked.first()).orElse(reason));
        };
    }

    /** {@return why a new pod would have no proxy, or why that is not known} Nothing was written before the first answer: what it says is what is so. */
    private static Optional<String> whyNot(InjectionProbeResult answer) {
        return switch (answer) {
            case InjectionProbeResult.Injected _ -> Optional.empty();
            case InjectionProbeResult.NotInjected _ -> Optional.of("pods are taken without a proxy");
            case InjectionProbeResult.Refused(var reason) -> Optional.of(reason);
            case InjectionProbeResult.NotAsked(var reason) -> Optional.of(reason);
        };
    }

    /** The next answer is the first again. */
    private Optional<Hindrance> beginAnew(String why) {
        state.updateAndGet(now -> new State(now.agreed(), Optional.empty(), now.doubted()));
        return Optional.of(Hindrance.injectorsUnknown(why));
    }
}
