// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.service.retry.Backoff;
import java.time.Duration;

/**
 * How long to wait before the installers are looked at again: longer and longer while each look sees the same.
 *
 * @param alike how many looks in a row have seen the same, the first one included
 */
record LookPace(int alike) {
    static final LookPace FIRST = new LookPace(1);

    /**
     * A rollout takes minutes: a look is one small request, and one for each fifty nodes. A node that is away for days costs two looks a
     * minute. There is one leader, so nothing comes back together with it: no jitter.
     */
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(30));

    /** {@return the time until the next look} */
    Duration pause() {
        return BACKOFF.after(alike);
    }

    /** {@return that after another look, which saw something else than the one before or not} */
    LookPace after(boolean isNews) {
        return isNews ? FIRST : new LookPace(alike + 1);
    }
}
