// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.daemon.generated.ConfigKeeper;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import io.linkerd.multus.service.departure.DepartureVerdict;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of the configuration, or not: while the daemon's pod is only replaced it stays, so that a pod that starts in that moment waits for the next
 * daemon; at a real removal it goes, before the daemon's socket does.
 */
public record Departure(Question question, StopTimes times, Pauses pauses, LongSupplier nanos) {
    private static final Logger log = LoggerFactory.getLogger(Departure.class);

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

    /** Whether the end of this process is a removal. */
    @FunctionalInterface
    public interface Question {
        /** {@return the verdict, before the deadline} What cannot be found out until then is no removal. */
        DepartureVerdict judge(Deadline time) throws InterruptedException;
    }

    /** Leaves; no other thread keeps the configuration any more. */
    void leave(ConfigKeeper keeper) throws InterruptedException {
        switch (verdict()) {
            case DepartureVerdict.Leave(var reason) ->
                log.atInfo().addKeyValue("reason", reason).log("stopping; the configuration stays for the next daemon");
            case DepartureVerdict.Remove(var reason) -> {
                log.atInfo().addKeyValue("reason", reason).log("stopping; Multus is removed from the node");
                remove(keeper);
            }
        }
    }

    private DepartureVerdict verdict() throws InterruptedException {
        try {
            return question.judge(Deadline.in(times.verdict(), nanos));
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("cannot find out whether this is a removal");
            return new DepartureVerdict.Leave("it is not known whether this is a removal");
        }
    }

    private void remove(ConfigKeeper keeper) throws InterruptedException {
        var time = Deadline.in(times.removal(), nanos);
        while (true) {
            try {
                keeper.remove();
                return;
            } catch (FileChangeFailed e) {
                if (time.left().isZero()) {
                    log.atError()
                            .setCause(e)
                            .log(
                                    "the configuration is left behind, and no pod starts on this node before it is removed");
                    return;
                }
                pauses.pause(BETWEEN_TRIES);
            }
        }
    }
}
