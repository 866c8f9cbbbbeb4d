// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How far Linkerd's injectors have been asked, by dry runs, about the text that was written last. That they have to be asked the status
 * remembers too; the text of before is known in the process that wrote over it alone, since it may hold secrets.
 *
 * @param digest of the text that was written
 * @param previous the text of before; empty where a leader wrote that has ended
 * @param before the answer before the write; empty where a leader wrote that has ended, and none was given since
 * @param since answers since the write, the oldest first; only the last of them count
 * @param startNanos when the text was written
 * @param plan what follows from the answers
 */
public record InjectorVerification(
        String digest,
        Optional<String> previous,
        Optional<InjectionProbeResult> before,
        List<InjectionProbeResult> since,
        long startNanos,
        VerificationPlan plan) {
    /** Eight answers in a row take less than a minute. */
    public static final Duration PAUSE = Duration.ofSeconds(5);

    /** Where a person has to act. */
    public static final Duration LONG_PAUSE = Duration.ofMinutes(1);

    /** Copies. */
    public InjectorVerification {
        since = List.copyOf(since);
    }

    /**
     * {@return what begins with a write}
     *
     * @param running the verification of the text that is written over: if it has not ended, the text before that one is the one to go back to
     * @param before the answer just before the write
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
                nanos,
                new VerificationPlan.Ask());
    }

    /**
     * {@return what there is to verify} A text that was replaced is verified no more; one that a leader wrote that has ended is verified from the
     * beginning. Nothing is verified while the values cannot be read.
     *
     * @param remembered what the status says
     */
    public static Optional<InjectorVerification> due(
            Optional<InjectorVerification> running, ObservedValues values, WrittenText remembered) {
        if (!(values instanceof ObservedValues.There there)) {
            return Optional.empty();
        }
        var digest = WrittenText.digest(there.text());
        return running.filter(now -> now.digest.equals(digest))
                .or(() -> remembered.equals(new WrittenText(digest, VerificationStatus.WAITING))
                        ? Optional.of(new InjectorVerification(
                                digest, Optional.empty(), Optional.empty(), List.of(), 0, new VerificationPlan.Ask()))
                        : Optional.empty());
    }

    /** {@return whether one more answer is of use} Without an injected pod from before there is nothing to compare with. */
    public boolean needsAnswer() {
        return !hasEnded()
                && before.map(InjectionProbeResult.Injected.class::isInstance).orElse(true);
    }

    /** {@return the same with one more answer} */
    public InjectorVerification with(InjectionProbeResult answer, long nanos) {
        var all = Stream.concat(since.stream(), Stream.of(answer)).toList();
        var last = all.subList(Math.max(0, all.size() - VerificationPlan.IN_A_ROW), all.size());
        return new InjectorVerification(
                digest,
                previous,
                before.or(() -> Optional.of(asBefore(answer))),
                last,
                before.isPresent() ? startNanos : nanos,
                plan);
    }

    /** What was answered before a leader ended is not known: an answer that refuses is one about the text that it wrote. */
    private static InjectionProbeResult asBefore(InjectionProbeResult first) {
        return switch (first) {
            case InjectionProbeResult.Refused _, InjectionProbeResult.NotInjected _ ->
                new InjectionProbeResult.Injected("");
            case InjectionProbeResult.Injected _, InjectionProbeResult.NotAsked _ -> first;
        };
    }

    /** {@return the same with what follows from the answers at that time} What has ended stays as it ended: it may not have been told yet. */
    public InjectorVerification judged(long nanos) {
        return hasEnded()
                ? this
                : new InjectorVerification(
                        digest,
                        previous,
                        before,
                        since,
                        startNanos,
                        before.map(first -> VerificationPlan.of(first, since, Duration.ofNanos(nanos - startNanos)))
                                .orElse(plan));
    }

    /** {@return whether nothing more is asked} */
    public boolean hasEnded() {
        return switch (plan) {
            case VerificationPlan.Agreed _, VerificationPlan.GiveUp _ -> true;
            case VerificationPlan.Ask _, VerificationPlan.PutBack _ -> false;
        };
    }

    /** {@return when to ask again} */
    public Duration pause() {
        return previous.isEmpty() && !since.isEmpty() && since.getLast() instanceof InjectionProbeResult.Refused
                ? LONG_PAUSE
                : PAUSE;
    }

    /** Tells no value. */
    @Override
    public String toString() {
        return "InjectorVerification of " + digest + ": " + plan;
    }
}
