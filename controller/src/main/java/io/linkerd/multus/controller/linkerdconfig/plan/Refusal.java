// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * That Linkerd's injectors refused what was written for a spec. Their cause may pass, as that of an injector that was starting, so it is written
 * once more after {@link #PAUSE}.
 *
 * @param reason why they refused it last; empty where they did not, or while it is tried once more
 * @param count how often they did
 * @param last when they did last; empty where they did not
 */
public record Refusal(String reason, int count, Optional<Instant> last) {
    /** They refused nothing. */
    public static final Refusal NONE = new Refusal("", 0, Optional.empty());

    /** From a refusal on until the next try. */
    static final Duration PAUSE = Duration.ofMinutes(10);

    /** After so many nothing is tried again before the spec changes. */
    private static final int MOST = 2;

    /** {@return whether it counts now} */
    boolean isStanding() {
        return !reason.isEmpty();
    }

    /** {@return when it is tried once more; empty where it is not} */
    public Optional<Instant> nextTry() {
        return isStanding() && count < MOST
                ? Optional.of(last.map(moment -> moment.plus(PAUSE)).orElse(Instant.EPOCH))
                : Optional.empty();
    }

    /** {@return whether it keeps the text from being written at that time} */
    boolean holds(Instant now) {
        return isStanding() && nextTry().filter(due -> !due.isAfter(now)).isEmpty();
    }

    /** {@return the refusal with one more dry run that says so} Until the next try all of them are one refusal. */
    Refusal said(String why, Instant now) {
        return isStanding()
                ? new Refusal(why, count, last)
                : new Refusal(why, count + 1, Optional.of(Instant.ofEpochSecond(now.getEpochSecond())));
    }

    /** {@return what is left of it while the text is tried once more} */
    Refusal tried() {
        return new Refusal("", count, last);
    }
}
