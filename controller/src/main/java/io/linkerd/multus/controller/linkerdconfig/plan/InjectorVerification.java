// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The verification, by dry runs, that Linkerd's injectors work with the text that was written last. The status records that it is under way; only
 * the process that wrote the text knows the previous one, which may hold secrets and so is in no status.
 *
 * @param digest of the text that was written
 * @param previous the text before it; empty where a previous leader wrote
 * @param before the result before the write; empty where a previous leader wrote, and there is no result yet
 * @param since results since the write, the oldest first; only the last of them are kept
 * @param denials all of them since the write
 * @param startNanos when the text was written
 * @param plan what follows from the results
 */
public record InjectorVerification(
        String digest,
        Optional<String> previous,
        Optional<InjectionProbeResult> before,
        List<InjectionProbeResult> since,
        Denials denials,
        long startNanos,
        VerificationPlan plan) {
    /** Between two dry runs: eight in a row take less than a minute. */
    public static final Duration PAUSE = Duration.ofSeconds(5);

    /** Between two dry runs where a person has to act. */
    public static final Duration LONG_PAUSE = Duration.ofMinutes(1);

    /**
     * Denials of dry-run pods. One injector that starts, or that fails to read a file for a moment, denies pods as well, so only some that are a
     * while apart are about the text.
     *
     * @param count of those that came at least {@link #APART} after the one before
     * @param lastNanos when the last of these came
     */
    public record Denials(int count, long lastNanos) {
        static final Denials NONE = new Denials(0, 0);
        private static final Duration APART = Duration.ofSeconds(10);
        private static final int ENOUGH = 3;

        Denials with(InjectionProbeResult result, long nanos) {
            return result instanceof InjectionProbeResult.Refused
                            && (count == 0 || nanos - lastNanos >= APART.toNanos())
                    ? new Denials(count + 1, nanos)
                    : this;
        }

        boolean areEnough() {
            return count >= ENOUGH;
        }
    }

    /** Copies. */
    public InjectorVerification {
        since = List.copyOf(since);
    }

    /**
     * {@return the verification that begins with a write}
     *
     * @param running if it is about the text that is overwritten, its previous text is the one to restore
     * @param before the result just before the write
     */
    public static InjectorVerification begun(
            ValuesWrite write, InjectionProbeResult before, Optional<InjectorVerification> running, long nanos) {
        var over = WrittenText.digest(write.previous());
        return new InjectorVerification(
                WrittenText.digest(write.text()),
                running.filter(now -> now.digest.equals(over))
                        .map(InjectorVerification::previous)
                        .orElse(Optional.of(write.previous())),
                Optional.of(before),
                List.of(),
                Denials.NONE,
                nanos,
                new VerificationPlan.Ask());
    }

    /**
     * {@return the verification that is due} A text that was replaced is not verified any more; one that a previous leader wrote is verified from
     * the beginning. None is due while the values cannot be read.
     *
     * @param recorded what the status has
     */
    public static Optional<InjectorVerification> due(
            Optional<InjectorVerification> running, ObservedValues values, WrittenText recorded) {
        if (!(values instanceof ObservedValues.There there)) {
            return Optional.empty();
        }
        var digest = WrittenText.digest(there.text());
        return running.filter(now -> now.digest.equals(digest))
                .or(() -> recorded.equals(new WrittenText(digest, VerificationStatus.WAITING))
                        ? Optional.of(new InjectorVerification(
                                digest,
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                Denials.NONE,
                                0,
                                new VerificationPlan.Ask()))
                        : Optional.empty());
    }

    /** {@return whether one more dry run is needed} If the pod before the write was not injected, there is nothing to compare with. */
    public boolean needsResult() {
        return !hasEnded()
                && before.map(InjectionProbeResult.Injected.class::isInstance).orElse(true);
    }

    /** {@return the verification with one more result} */
    public InjectorVerification with(InjectionProbeResult result, long nanos) {
        var all = Stream.concat(since.stream(), Stream.of(result)).toList();
        var last = all.subList(Math.max(0, all.size() - VerificationPlan.IN_A_ROW), all.size());
        return new InjectorVerification(
                digest,
                previous,
                before.or(() -> Optional.of(asBefore(result))),
                last,
                denials.with(result, nanos),
                before.isPresent() ? startNanos : nanos,
                plan);
    }

    /** The result before a previous leader's write is not known: a first result that refuses is taken for one about the text that it wrote. */
    private static InjectionProbeResult asBefore(InjectionProbeResult first) {
        return switch (first) {
            case InjectionProbeResult.Refused _, InjectionProbeResult.NotInjected _ ->
                new InjectionProbeResult.Injected("");
            case InjectionProbeResult.Injected _, InjectionProbeResult.NotAsked _ -> first;
        };
    }

    /** {@return the verification with what follows from its results at that time} One that has ended stays: the status may not have it yet. */
    public InjectorVerification judged(long nanos) {
        return hasEnded()
                ? this
                : new InjectorVerification(
                        digest,
                        previous,
                        before,
                        since,
                        denials,
                        startNanos,
                        before.map(first -> VerificationPlan.of(first, since, Duration.ofNanos(nanos - startNanos)))
                                .map(this::onceEnoughAreDenied)
                                .orElse(plan));
    }

    private VerificationPlan onceEnoughAreDenied(VerificationPlan next) {
        return next instanceof VerificationPlan.PutBack
                        && since.getLast() instanceof InjectionProbeResult.Refused
                        && !denials.areEnough()
                ? new VerificationPlan.Ask()
                : next;
    }

    /** {@return whether no more dry run is made} */
    public boolean hasEnded() {
        return switch (plan) {
            case VerificationPlan.Agreed _, VerificationPlan.GiveUp _ -> true;
            case VerificationPlan.Ask _, VerificationPlan.PutBack _ -> false;
        };
    }

    /** {@return how long to wait for the next dry run} */
    public Duration pause() {
        return previous.isEmpty() && plan instanceof VerificationPlan.PutBack ? LONG_PAUSE : PAUSE;
    }

    /** Has no value of the text. */
    @Override
    public String toString() {
        return "InjectorVerification of " + digest + ": " + plan;
    }
}
