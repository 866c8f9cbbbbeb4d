// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.contracts.plans.linkerdconfig.InjectionAnswer;
import io.linkerd.multus.contracts.plans.linkerdconfig.SeenValues;
import io.linkerd.multus.contracts.plans.linkerdconfig.ValuesWrite;
import io.linkerd.multus.contracts.plans.linkerdconfig.Verification;
import io.linkerd.multus.contracts.plans.linkerdconfig.VerificationPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks Linkerd's injectors about the text that was written last, until their answers agree. It is known in this process alone: what a leader wrote
 * that ended before they agreed was judged by the text, and is not asked about by the next one.
 */
final class Asking {
    private static final Logger log = LoggerFactory.getLogger(Asking.class);
    /** Eight answers in a row take less than a minute. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    private record Asked(
            ValuesWrite write, long generation, InjectionAnswer before, List<InjectionAnswer> since, long startNanos) {
        Asked with(InjectionAnswer answer) {
            var all = new ArrayList<>(since);
            all.add(answer);
            return new Asked(write, generation, before, List.copyOf(all), startNanos);
        }
    }

    private record State(Verification verification, Optional<Asked> asked) {}

    private static final State NONE = new State(Verification.NONE, Optional.empty());

    private final InjectionProbe probe;
    private final LongSupplier nanoClock;
    private final AtomicReference<State> state = new AtomicReference<>(NONE);

    Asking(InjectionProbe probe, LongSupplier nanoClock) {
        this.probe = probe;
        this.nanoClock = nanoClock;
    }

    /** {@return how far it is} */
    Verification verification() {
        return state.get().verification();
    }

    /** {@return an answer by the text of now, for {@link #wrote}} */
    InjectionAnswer before() {
        return probe.ask();
    }

    /** Begins to ask about what was written for a spec of that generation. */
    void wrote(ValuesWrite write, long generation, InjectionAnswer before) {
        var asked = new Asked(write, generation, before, List.of(), nanoClock.getAsLong());
        state.set(new State(Verification.WAITING, Optional.of(asked)));
    }

    /** What is there is somebody else's text by now, or of another spec. */
    void look(SeenValues values, long generation) {
        state.updateAndGet(now -> now.asked()
                        .filter(asked -> asked.generation() != generation
                                || !(values instanceof SeenValues.There there
                                        && there.text().equals(asked.write().text())))
                        .isPresent()
                ? NONE
                : now);
    }

    /** {@return why the text of before has to be put back, and that text; nothing where it has not} Asks once more where that is due. */
    Optional<Refusal> ask() {
        var asked = state.get().asked();
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        var now = isAnswerable(asked.get()) ? asked.get().with(probe.ask()) : asked.get();
        var elapsed = Duration.ofNanos(nanoClock.getAsLong() - now.startNanos());
        return switch (VerificationPlan.of(now.before(), now.since(), elapsed)) {
            case VerificationPlan.Ask _ -> {
                state.set(new State(Verification.WAITING, Optional.of(now)));
                yield Optional.empty();
            }
            case VerificationPlan.Agreed _ -> {
                state.set(new State(Verification.AGREED, Optional.empty()));
                yield Optional.empty();
            }
            case VerificationPlan.GiveUp(var reason) -> {
                log.atWarn().addKeyValue("reason", reason).log("cannot ask Linkerd's injectors about their new values");
                state.set(new State(Verification.NOT_ASKED, Optional.empty()));
                yield Optional.empty();
            }
            case VerificationPlan.PutBack(var reason) ->
                Optional.of(new Refusal(reason, now.write().previous()));
        };
    }

    /** Without an answer from before there is nothing to compare with. */
    private static boolean isAnswerable(Asked asked) {
        return asked.before() instanceof InjectionAnswer.Injected;
    }

    /** What the injectors refused is to be replaced by the text of before. */
    record Refusal(String reason, String previous) {
        /** Tells no value. */
        @Override
        public String toString() {
            return "Refusal: " + reason;
        }
    }

    /** Forgets it. */
    void forget() {
        state.set(NONE);
    }
}
