// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import java.time.Duration;

/**
 * How long to wait before the installers are looked at again: longer and longer while each look sees the same.
 *
 * @param pause until the next look
 */
record LookPace(Duration pause) {
    /** A rollout takes minutes: a look is one small request, and one for each fifty nodes. */
    static final LookPace FIRST = new LookPace(Duration.ofSeconds(2));

    /** A node that is away for days costs two looks a minute. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** {@return that after another look, which saw something else than the one before or not} */
    LookPace after(boolean isNews) {
        var longer = pause.multipliedBy(2);
        return isNews ? FIRST : new LookPace(longer.compareTo(LONGEST) < 0 ? longer : LONGEST);
    }
}
