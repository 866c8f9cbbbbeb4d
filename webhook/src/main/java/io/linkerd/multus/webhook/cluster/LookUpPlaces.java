// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiOutcome;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** How many questions that pods wait for are open at once, in turn as they came, and for how long each may be. */
final class LookUpPlaces {
    /** Any caller can have some asked, and an API server turns away all questions of a client that asks too many. */
    private static final int MOST = 32;

    private final Semaphore places = new Semaphore(MOST, true);
    private final Duration longest;

    /** Each question may wait for its place and take, together, so long at most. */
    LookUpPlaces(Duration longest) {
        this.longest = longest;
    }

    /** Has a question asked once there is a place, by a deadline that comes no later than the caller's. */
    <T> ApiAnswer<T> during(Deadline caller, Function<Deadline, ApiAnswer<T>> question) {
        var asking = caller.atMost(longest);
        if (!caller.takes(places, longest)) {
            return ApiOutcome.unreachable("too many questions to it are open");
        }
        try (var _ = caller.during(asking::abandon)) {
            return question.apply(asking);
        } finally {
            places.release();
        }
    }
}
