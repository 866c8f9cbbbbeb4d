// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.plan.AskedText;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionAnswer;
import io.linkerd.multus.controller.linkerdconfig.plan.SeenValues;
import io.linkerd.multus.controller.linkerdconfig.plan.ValuesWrite;
import io.linkerd.multus.controller.linkerdconfig.plan.Verification;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks Linkerd's injectors about the text that was written last, until their answers agree. Which text that is, and that it has to be asked about,
 * the status remembers; the text of before is known in the process that wrote over it alone, since it may hold secrets.
 */
final class Asking {
    private static final Logger log = LoggerFactory.getLogger(Asking.class);
    /** Eight answers in a row take less than a minute. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    /** Where a person has to act. */
    static final Duration LONG_PAUSE = Duration.ofMinutes(1);

    /** Only the last of the answers count. */
    private static final int MOST = VerificationPlan.IN_A_ROW;

    /** {@code verdict} is there once there is nothing more to ask, until it is told. */
    private record Asked(
            String digest,
            Optional<String> previous,
            InjectionAnswer before,
            List<InjectionAnswer> since,
            long startNanos,
            Optional<Verification> verdict) {
        Asked(
                String digest,
                Optional<String> previous,
                InjectionAnswer before,
                List<InjectionAnswer> since,
                long startNanos) {
            this(digest, previous, before, since, startNanos, Optional.empty());
        }

        Asked with(InjectionAnswer answer) {
            var all = Stream.concat(since.stream(), Stream.of(answer)).toList();
            var last = all.subList(Math.max(0, all.size() - MOST), all.size());
            return new Asked(digest, previous, before, List.copyOf(last), startNanos);
        }

        Asked with(Verification verdict) {
            return new Asked(digest, previous, before, since, startNanos, Optional.of(verdict));
        }
    }

    /** What came of a look. */
    sealed interface Outcome {
        /** Nothing is asked, or nothing came of it yet. */
        record Nothing() implements Outcome {}

        /** There is nothing more to ask. */
        record Ended(Verification verification) implements Outcome {}

        /**
         * The injectors refuse what was written.
         *
         * @param reason why
         * @param previous the text of before; empty where a leader wrote that has ended
         */
        record Refused(String reason, Optional<String> previous) implements Outcome {
            /** Tells no value. */
            @Override
            public String toString() {
                return "Refused: " + reason;
            }
        }
    }

    private static final Outcome NOTHING = new Outcome.Nothing();

    private final InjectionProbe probe;
    private final LongSupplier nanoClock;
    private final AtomicReference<Optional<Asked>> state = new AtomicReference<>(Optional.empty());

    Asking(InjectionProbe probe, LongSupplier nanoClock) {
        this.probe = probe;
        this.nanoClock = nanoClock;
    }

    /** {@return an answer by the text of now, for {@link #wrote}} */
    InjectionAnswer before() {
        return probe.ask();
    }

    /** Begins to ask about what was written. What it was written over was not asked about yet, if it is asked about now: what was before that counts. */
    void wrote(ValuesWrite write, InjectionAnswer before) {
        var over = AskedText.digest(write.previous());
        state.updateAndGet(now -> Optional.of(new Asked(
                AskedText.digest(write.text()),
                now.filter(asked -> asked.digest().equals(over))
                        .map(Asked::previous)
                        .orElse(Optional.of(write.previous())),
                before,
                List.of(),
                nanoClock.getAsLong())));
    }

    /**
     * {@return what came of it} Asks once more where that is due. A text that is not there any more is not asked about, and what has ended is said
     * again until it was {@link #told}: another write of the status may have come between.
     *
     * @param remembered what the status says
     */
    Outcome look(SeenValues values, AskedText remembered) {
        if (values instanceof SeenValues.Unreadable) {
            return NOTHING;
        }
        var there = values instanceof SeenValues.There found ? AskedText.digest(found.text()) : "";
        state.updateAndGet(now -> now.filter(asked -> asked.digest().equals(there)));
        if (state.get().isPresent()) {
            var asked = state.get().get();
            return asked.verdict().<Outcome>map(Outcome.Ended::new).orElseGet(() -> ask(asked));
        }
        boolean isToBeAsked = remembered.verification() == Verification.WAITING
                && !there.isEmpty()
                && there.equals(remembered.digest());
        return isToBeAsked ? askOn(there) : NOTHING;
    }

    /** A leader that ended has written it. What it asked before is not known. */
    private Outcome askOn(String digest) {
        var first = probe.ask();
        var before = switch (first) {
            case InjectionAnswer.Refused _, InjectionAnswer.NotInjected _ -> new InjectionAnswer.Injected("");
            case InjectionAnswer.Injected _, InjectionAnswer.NotAsked _ -> first;
        };
        return after(new Asked(digest, Optional.empty(), before, List.of(first), nanoClock.getAsLong()));
    }

    /** Without an answer from before there is nothing to compare with. */
    private Outcome ask(Asked asked) {
        return after(asked.before() instanceof InjectionAnswer.Injected ? asked.with(probe.ask()) : asked);
    }

    private Outcome after(Asked now) {
        var elapsed = Duration.ofNanos(nanoClock.getAsLong() - now.startNanos());
        state.set(Optional.of(now));
        return switch (VerificationPlan.of(now.before(), now.since(), elapsed)) {
            case VerificationPlan.Ask _ -> NOTHING;
            case VerificationPlan.Agreed _ -> ended(now, Verification.AGREED);
            case VerificationPlan.GiveUp(var reason) -> {
                log.atWarn().addKeyValue("reason", reason).log("cannot ask Linkerd's injectors about their new values");
                yield ended(now, Verification.NOT_ASKED);
            }
            case VerificationPlan.PutBack(var reason) -> new Outcome.Refused(reason, now.previous());
        };
    }

    private Outcome ended(Asked asked, Verification verification) {
        state.set(Optional.of(asked.with(verification)));
        return new Outcome.Ended(verification);
    }

    /** {@return when to look again; empty where nothing is asked} */
    Optional<Duration> pause() {
        return state.get()
                .filter(asked -> asked.verdict().isEmpty())
                .map(asked -> asked.previous().isEmpty()
                                && !asked.since().isEmpty()
                                && asked.since().getLast() instanceof InjectionAnswer.Refused
                        ? LONG_PAUSE
                        : PAUSE);
    }

    /** The status says what has ended. */
    void told() {
        state.updateAndGet(now -> now.filter(asked -> asked.verdict().isEmpty()));
    }

    /** Forgets it. */
    void forget() {
        state.set(Optional.empty());
    }
}
