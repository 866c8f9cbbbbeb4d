// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.retry.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives back what is not wanted any more, for a while if need be; in the daemon's turn. */
final class GivingBack {
    /** What stands in the way may be a moment's, as a list is that is being written, and after an uninstall no process comes that would try again. */
    static final Backoff BACKOFF = new Backoff(Duration.ofMillis(10), Duration.ofSeconds(2));

    private static final Logger log = LoggerFactory.getLogger(GivingBack.class);

    private final NodeHold hold;
    private final NodeFiles files;
    private final Pauses pauses;
    private final LongSupplier nanos;

    GivingBack(NodeHold hold, NodeFiles files, Pauses pauses, LongSupplier nanos) {
        this.hold = hold;
        this.files = files;
        this.pauses = pauses;
        this.nanos = nanos;
    }

    /**
     * Gives back all but what is wanted, again and again until it is done, or has taken so long: the pauses alone, or all of it, since a slow
     * disk takes its time as well. Once in any case.
     */
    Left giveBack(Function<Journal, Desired> wanted, Predicate<Journal> isDone, Duration patience)
            throws InterruptedException {
        var end = Deadline.in(patience, nanos);
        var left = left();
        var reasons = List.<String>of();
        var rest = patience;
        for (int attempt = 1; left.filter(isDone).isEmpty() && !rest.isNegative(); attempt++) {
            reasons = left.map(journal -> giveBack(wanted.apply(journal), journal))
                    .orElseGet(List::of);
            left = left();
            var pause = BACKOFF.after(attempt);
            rest = rest.compareTo(end.left()) < 0
                    ? rest.minus(pause)
                    : end.left().minus(pause);
            if (left.filter(isDone).isEmpty() && !rest.isNegative()) {
                pauses.pause(pause);
            }
        }
        return new Left(left, reasons);
    }

    /** Gives back what can be, and tells why the rest cannot. */
    private List<String> giveBack(Desired desired, Journal journal) {
        var plan = NodePlan.of(desired, files.observe(desired, journal, Set.of()));
        var applied = files.apply(plan, journal);
        hold.became(applied.journal());
        return Stream.concat(plan.obstacles().stream().map(Obstacle::toString), applied.failures().stream())
                .toList();
    }

    /** What is left of ours; empty when the disk does not say. */
    Optional<Journal> left() {
        try {
            return hold.journal();
        } catch (FileChangeFailed e) {
            log.atError().addKeyValue("failure", e.getMessage()).log("a change of the node failed; trying again");
            return Optional.empty();
        }
    }
}
