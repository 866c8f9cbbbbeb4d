// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.GoText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the next leader has to know of writes: it is recorded in the status of the {@code LinkerdConfig}.
 *
 * @param generation of the spec whose values were in place last; 0 where none were
 * @param putBack how often drift was corrected since the spec changed, after another writer had changed values that were in place
 * @param version of the ConfigMap that the last write is based on: a leader that ended before its write does not count it twice
 * @param refused that Linkerd's injectors refused the text that was written for this generation
 * @param asked the text that was written last
 * @param agreedSince since when all that may be written has been in place without a break; empty where it is not, or was never put back
 */
public record EnforcementState(
        long generation,
        int putBack,
        String version,
        Refusal refused,
        WrittenText asked,
        Optional<Instant> agreedSince) {
    /** Nothing was written. */
    public static final EnforcementState NONE =
            new EnforcementState(0, 0, "", Refusal.NONE, WrittenText.NONE, Optional.empty());

    /** After so many corrections the other writer is left alone. */
    static final int MOST = 3;

    /** Once values have been in place for so long, the count begins anew. */
    private static final Duration LONG = Duration.ofHours(24);

    private static final int LONGEST_REASON = 900;

    /** {@return the state for a spec} What is recorded for another one counts no more. */
    EnforcementState forSpec(long current) {
        return generation == current ? this : new EnforcementState(0, 0, "", Refusal.NONE, asked, Optional.empty());
    }

    /** {@return the state with a text in place} The verification of another text counts no more. */
    EnforcementState forText(String text) {
        return asked.isOf(text)
                ? this
                : new EnforcementState(generation, putBack, version, refused, WrittenText.NONE, agreedSince);
    }

    /** {@return whether the values of this spec were in place before} */
    boolean isAgain(long current) {
        return generation == current;
    }

    /**
     * {@return the state once all values that may be written for that spec are in place} After 24 hours in place the count begins anew. A path
     * that an edit cannot correct is none on which both writers disagree.
     */
    EnforcementState inPlace(long current, Instant now) {
        var before = forSpec(current);
        var since = before.agreedSince.orElseGet(() -> Instant.ofEpochSecond(now.getEpochSecond()));
        boolean counts = before.putBack > 0 && since.plus(LONG).isAfter(now);
        return new EnforcementState(
                current,
                counts ? before.putBack : 0,
                "",
                before.refused,
                asked,
                counts ? Optional.of(since) : Optional.empty());
    }

    /** {@return the state while they are not in place, or that is not known} */
    EnforcementState notInPlace() {
        return new EnforcementState(generation, putBack, version, refused, asked, Optional.empty());
    }

    /**
     * {@return the state before a text is written over that version of the ConfigMap} The first write for a spec is no correction, nor is a second
     * try after injectors refused the first; a write that was recorded before, and not made, is counted already.
     *
     * @param corrects whether another writer may have changed what was in place
     */
    EnforcementState writing(long current, String seen, String text, boolean corrects) {
        var before = forSpec(current);
        boolean counts = corrects && isAgain(current) && before.version.isEmpty() && !before.refused.isStanding();
        return new EnforcementState(
                before.generation,
                before.putBack + (counts ? 1 : 0),
                seen,
                before.refused.tried(),
                WrittenText.waiting(text),
                Optional.empty());
    }

    /** {@return the state where the write to that version was made} Its values were in place, however soon another writer changed them. */
    public EnforcementState made(long current, String written) {
        return version.isEmpty() || !version.equals(written)
                ? this
                : new EnforcementState(current, putBack, "", refused, asked, agreedSince);
    }

    /** {@return whether drift was corrected as often as it may be} A write that was counted and not made is still made. */
    boolean isSpent() {
        return putBack >= MOST && version.isEmpty();
    }

    /**
     * {@return the state with what follows from the dry runs} A refusal counts for the spec for which the text was written, and not for a later one,
     * which may be the remedy.
     *
     * @param current the generation of the spec
     * @param observed the generation that the last status describes
     */
    public EnforcementState verified(VerificationPlan answers, long current, long observed, Instant now) {
        return switch (answers) {
            case VerificationPlan.Ask _ -> this;
            case VerificationPlan.Agreed _ -> asked(VerificationStatus.AGREED);
            case VerificationPlan.GiveUp _ -> asked(VerificationStatus.NOT_ASKED);
            case VerificationPlan.PutBack(var reason) -> observed == current ? refused(current, reason, now) : this;
        };
    }

    private EnforcementState refused(long current, String reason, Instant now) {
        var said = forSpec(current).refused.said(GoText.shorten(reason, LONGEST_REASON, " …"), now);
        return new EnforcementState(current, putBack, version, said, asked, agreedSince);
    }

    /** Where dry runs agree, an earlier refusal had a cause that is over. */
    private EnforcementState asked(VerificationStatus verification) {
        return new EnforcementState(
                generation,
                putBack,
                version,
                verification == VerificationStatus.AGREED ? Refusal.NONE : refused,
                new WrittenText(asked.digest(), verification),
                agreedSince);
    }

    /** {@return whether the text that injectors refuse is still in place} */
    boolean isRefusedInPlace() {
        return refused.isStanding() && !asked.digest().isEmpty();
    }
}
