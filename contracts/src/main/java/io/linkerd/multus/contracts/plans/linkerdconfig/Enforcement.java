// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.linkerdconfig;

/**
 * What has to be remembered of writes, whichever replica leads: it is kept in the status of the {@code LinkerdConfig}.
 *
 * @param generation of the spec whose values were in place last; 0 where none were
 * @param putBack how often they were put back since the spec changed, after another writer had changed them
 * @param version of the ConfigMap that was put right last: a leader that was ended before its write does not count it twice
 * @param refused why Linkerd's injectors refused what was written for this generation; empty where they did not
 * @param asked what was written last
 */
public record Enforcement(long generation, int putBack, String version, String refused, AskedText asked) {
    /** Nothing was written. */
    public static final Enforcement NONE = new Enforcement(0, 0, "", "", AskedText.NONE);

    /** From the fourth time on the other writer has its way. */
    static final int MOST = 3;

    /** {@return what is remembered for a spec} What was about another one counts no more. */
    Enforcement forSpec(long current) {
        return generation == current ? this : new Enforcement(0, 0, "", "", asked);
    }

    /** {@return what is remembered with a text in place} What was asked about another text counts no more. */
    Enforcement forText(String text) {
        return asked.isOf(text) ? this : new Enforcement(generation, putBack, version, refused, AskedText.NONE);
    }

    /** {@return whether values that were in place have been changed since} */
    boolean isAgain(long current) {
        return generation == current;
    }

    /** {@return the same once the values of that spec are in place} After 24 hours in agreement the count begins anew. */
    Enforcement inPlace(long current, boolean agreedLong) {
        var before = forSpec(current);
        return new Enforcement(current, agreedLong ? 0 : before.putBack, "", before.refused, asked);
    }

    /**
     * {@return the same before a text is written over that version of the ConfigMap} The first write for a spec puts nothing back; one that was said
     * before, and not made, is counted already.
     */
    Enforcement writing(long current, String seen, String text) {
        var before = forSpec(current);
        boolean counts = isAgain(current) && before.version.isEmpty();
        return new Enforcement(
                before.generation, before.putBack + (counts ? 1 : 0), seen, before.refused, AskedText.waiting(text));
    }

    /** {@return the same where the write to that version was made} Its values were in place, however soon another writer changed them. */
    public Enforcement made(long current, String written) {
        return version.isEmpty() || !version.equals(written)
                ? this
                : new Enforcement(current, putBack, "", refused, asked);
    }

    /** {@return whether it has been put back as often as it may be} A write that was counted and not made is still made. */
    boolean isSpent() {
        return putBack >= MOST && version.isEmpty();
    }

    /** {@return the same after the injectors refused what was written for that spec} */
    public Enforcement refused(long current, String reason) {
        return new Enforcement(current, putBack, version, reason, asked);
    }

    /** {@return the same after the injectors were asked} Where they agree, a refusal of before was about something that is over. */
    public Enforcement asked(Verification verification) {
        return new Enforcement(
                generation,
                putBack,
                version,
                verification == Verification.AGREED ? "" : refused,
                new AskedText(asked.digest(), verification));
    }

    /** {@return whether what injectors refuse is still in place} */
    boolean isRefusedInPlace() {
        return !refused.isEmpty() && !asked.digest().isEmpty();
    }
}
