// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.retry.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Finds out whether the end of this process is an uninstall: looks again, until something is certain or the time is over.
 *
 * @param watch what the watch on our DaemonSet knows at the moment
 * @param look looks at our DaemonSet on a new connection, for so long at most
 */
public record Inquiry(
        Supplier<WatchKnowledge> watch,
        Function<Duration, ApiAnswer<Sighting>> look,
        Pauses pauses,
        RandomGenerator random,
        boolean removeWhenUnreachable) {
    /** A new connection is a handshake for an API server, and an uninstall ends the pods of all nodes at once. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(2));

    /**
     * {@return what is to be done with the node} After the first look none goes on when less than {@link LastWait#REST} is left.
     *
     * @param time what is left until a removal has to begin
     */
    public DepartureVerdict judge(Deadline time) throws InterruptedException {
        var known = watch.get();
        var certain = known.live() ? DepartureVerdict.seenLeaving(known) : Optional.<DepartureVerdict>empty();
        var failures = new ArrayList<ApiFailure>();
        var patience = LastWait.LOOK.longest();
        while (certain.isEmpty() && patience.compareTo(LastWait.LEAST_LOOK.longest()) >= 0) {
            var answer = look.apply(patience);
            known = known.then(watch.get()); // it may have told of the deletion while we asked
            certain = DepartureVerdict.certain(known, answer);
            if (certain.isEmpty() && answer instanceof ApiAnswer.Failed<Sighting>(var why)) {
                failures.add(why);
                patience = afterPause(failures.size(), time);
            }
        }
        return certain.isPresent() ? certain.get() : DepartureVerdict.uncertain(known, failures, removeWhenUnreachable);
    }

    /** Pauses where there is time for another look after it, and tells how long that may take. */
    private Duration afterPause(int failures, Deadline time) throws InterruptedException {
        var pause = BACKOFF.after(failures, random);
        var left = time.left().minus(LastWait.REST.longest()).minus(pause);
        if (left.compareTo(LastWait.LEAST_LOOK.longest()) >= 0) {
            pauses.pause(pause);
        }
        return left.compareTo(LastWait.LOOK.longest()) < 0 ? left : LastWait.LOOK.longest();
    }
}
