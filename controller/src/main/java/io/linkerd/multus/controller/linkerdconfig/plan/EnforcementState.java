// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.GoText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What has to be remembered of writes, whichever replica leads: it is kept in the status of the {@code LinkerdConfig}.
 *
 * @param generation of the spec whose values were in place last; 0 where none were
 * @param putBack how often they were put back since the spec changed, after another writer had changed them
 * @param version of the ConfigMap that was put right last: a leader that was ended before its write does not count it twice
 * @param refused why Linkerd's injectors refused what was written for this generation; empty where they did not
 * @param asked what was written last
 * @param agreedSince since when all that may be written has been in place without a break; empty where it is not, or was never put back
 */
public record EnforcementState(
        long generation,
        int putBack,
        String version,
        String refused,
        WrittenText asked,
        Optional<Instant> agreedSince) {
    /** Nothing was written. */
    public static final EnforcementState NONE = new EnforcementState(0, 0, "", "", WrittenText.NONE, Optional.empty());

    /** From the fourth time on the other writer has its way. */
    static final int MOST = 3;

    /** So long both have to agree before the count begins anew. */
    private static final Duration LONG = Duration.ofHours(24);

    private static final int LONGEST_REASON = 900;

    /** {@return what is remembered for a spec} What was about another one counts no more. */
    EnforcementState forSpec(long current) {
        return generation == current ? this : new EnforcementState(0, 0, "", "", asked, Optional.empty());
    }

    /** {@return what is remembered with a text in place} What was asked about another text counts no more. */
    EnforcementState forText(String text) {
        return asked.isOf(text)
                ? this
                : new EnforcementState(generation, putBack, version, refused, WrittenText.NONE, agreedSince);
    }

    /** {@return whether values that were in place have been changed since} */
    boolean isAgain(long current) {
        return generation == current;
    }

    /**
     * {@return the same once all that may be written for that spec is in place} After 24 hours in agreement the count begins anew. A path that
     * an edit cannot bring is none that both would disagree on.
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

    /** {@return the same while that is not so, or not known} */
    EnforcementState notInPlace() {
        return new EnforcementState(generation, putBack, version, refused, asked, Optional.empty());
    }

    /**
     * {@return the same before a text is written over that version of the ConfigMap} The first write for a spec puts nothing back; one that was said
     * before, and not made, is counted already.
     */
    EnforcementState writing(long current, String seen, String text) {
        var before = forSpec(current);
        boolean counts = isAgain(current) && before.version.isEmpty();
        return new EnforcementState(
                before.generation,
                before.putBack + (counts ? 1 : 0),
                seen,
                before.refused,
                WrittenText.waiting(text),
                Optional.empty());
    }

    /** {@return the same where the write to that version was made} Its values were in place, however soon another writer changed them. */
    public EnforcementState made(long current, String written) {
        return version.isEmpty() || !version.equals(written)
                ? this
                : new EnforcementState(current, putBack, "", refused, asked, agreedSince);
    }

    /** {@return whether it has been put back as often as it may be} A write that was counted and not made is still made. */
    boolean isSpent() {
        return putBack >= MOST && version.isEmpty();
    }

    /**
     * {@return the same with what follows from the injectors' answers} A refusal counts for the spec by which the text was written, and not for one
     * that came since, which may be its cure.
     *
     * @param current the generation of the spec
     * @param told the generation that the last status is about
     */
    public EnforcementState verified(VerificationPlan answers, long current, long told) {
        return switch (answers) {
            case VerificationPlan.Ask _ -> this;
            case VerificationPlan.Agreed _ -> asked(VerificationStatus.AGREED);
            case VerificationPlan.GiveUp _ -> asked(VerificationStatus.NOT_ASKED);
            case VerificationPlan.PutBack(var reason) -> told == current ? refused(current, reason) : this;
        };
    }

    private EnforcementState refused(long current, String reason) {
        return new EnforcementState(
                current, putBack, version, GoText.shorten(reason, LONGEST_REASON, " …"), asked, agreedSince);
    }

    /** Where they agree, a refusal of before was about something that is over. */
    private EnforcementState asked(VerificationStatus verification) {
        return new EnforcementState(
                generation,
                putBack,
                version,
                verification == VerificationStatus.AGREED ? "" : refused,
                new WrittenText(asked.digest(), verification),
                agreedSince);
    }

    /** {@return whether what injectors refuse is still in place} */
    boolean isRefusedInPlace() {
        return !refused.isEmpty() && !asked.digest().isEmpty();
    }
}
