// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.events;

import io.linkerd.multus.contracts.plans.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the API server is still to be told: the first of equal notices at once, later ones after a while, and so many at a time. Moments are
 * given in nanoseconds, whose zero may be anywhere. Whoever waits for it waits with its monitor.
 */
public final class EventBacklog {
    private final Spacing spacing;
    private final EventObject.Reporter reporter;
    private final Map<Notice, EventSeries> all = new LinkedHashMap<>();
    private long number;
    private long lost;

    /**
     * How often the same is told, and how much.
     *
     * @param apart equal notices are told again after this at the earliest
     * @param most different ones at a time: those that wait, and those told within {@code apart}; more are lost
     * @param repeats what becomes of one that comes earlier
     */
    public record Spacing(Duration apart, int most, Repeats repeats) {}

    /** What becomes of a notice that equals one which was told a short while ago. */
    public enum Repeats {
        /** It is counted, and the Event is patched when that is due. */
        COUNTED,
        /** It is forgotten; one that comes later is a new Event. Nothing is patched, which not every reporter may. */
        DROPPED
    }

    /** Begins with nothing; numbers in names of Events come after {@code number}. */
    public EventBacklog(Spacing spacing, EventObject.Reporter reporter, long number) {
        this.spacing = spacing;
        this.reporter = reporter;
        this.number = number;
    }

    /** Takes one in, with no more of its message than is sent; where no place is left it is lost. */
    public synchronized void add(Notice told, Instant now, long nanos) {
        var notice = EventObject.bounded(told);
        var known = Optional.ofNullable(all.get(notice));
        if (known.isEmpty() || (spacing.repeats() == Repeats.DROPPED && isSpent(known.get(), nanos))) {
            all.remove(notice);
            begin(notice, now, nanos);
        } else if (spacing.repeats() == Repeats.COUNTED) {
            var series = known.get();
            all.put(notice, new EventSeries(series.event().again(now), series.told(), series.isThere(), series.due()));
        }
    }

    private void begin(Notice notice, Instant now, long nanos) {
        if (all.size() < spacing.most() || forgetsOne(nanos)) {
            var name = EventNames.numbered(notice.subject(), ++number);
            all.put(notice, new EventSeries(new EventObject(name, notice, reporter, now, now, 1), 0, false, nanos));
        } else {
            lost++;
        }
    }

    /** The API server has been told what the series says. */
    public synchronized void told(EventSeries series, long nanos) {
        settle(series, true, nanos);
    }

    /** The API server was not to be told what the series says; what comes later is another matter. */
    public synchronized void failed(EventSeries series, long nanos) {
        lost += series.untold();
        settle(series, series.isThere(), nanos);
    }

    /** {@return what is to be told now, if anything is} */
    public synchronized Optional<EventSeries> due(long nanos) {
        return untold().filter(series -> series.isDue(nanos)).findFirst();
    }

    /** {@return in how long the next is due; empty where none waits} */
    public synchronized Optional<Duration> untilDue(long nanos) {
        return untold().map(series -> Duration.ofNanos(Math.max(0, series.due() - nanos)))
                .min(Duration::compareTo);
    }

    /** {@return how many notices the API server was never told} */
    public synchronized long lost() {
        return lost;
    }

    /** {@return how many Events are to be written now, or soon} */
    public synchronized long waiting() {
        return untold().count();
    }

    private Stream<EventSeries> untold() {
        return all.values().stream().filter(series -> series.untold() > 0);
    }

    private void settle(EventSeries series, boolean isThere, long nanos) {
        long due = nanos + spacing.apart().toNanos();
        all.computeIfPresent(
                series.event().notice(),
                (_, now) -> new EventSeries(now.event(), series.event().count(), isThere, due));
    }

    /** The one that was told longest ago, if that was long enough ago. */
    private boolean forgetsOne(long nanos) {
        var spent =
                all.values().stream().filter(series -> isSpent(series, nanos)).findFirst();
        spent.ifPresent(series -> all.remove(series.event().notice()));
        return spent.isPresent();
    }

    private static boolean isSpent(EventSeries series, long nanos) {
        return series.untold() == 0 && series.isDue(nanos);
    }
}
