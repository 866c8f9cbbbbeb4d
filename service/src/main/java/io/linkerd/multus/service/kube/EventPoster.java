// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.events.EventBacklog;
import io.linkerd.multus.contracts.events.EventBacklog.Spacing;
import io.linkerd.multus.contracts.events.EventObject.Reporter;
import io.linkerd.multus.contracts.events.EventSeries;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts Events beside the work that they are about: it never waits for one, and none makes it fail. */
public final class EventPoster {
    private static final Logger log = LoggerFactory.getLogger(EventPoster.class);

    /** While an API server is restarted; after that the Event is lost, and the next has its turn. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** So that one that lasts takes no processor. */
    private static final Duration AFTER_A_FAULT = Duration.ofSeconds(1);

    private final ApiTransport posts;
    private final ApiTransport patches;
    private final Clocks clocks;
    private final EventBacklog backlog;

    /** Of which classes faults of this program were logged, each once. */
    private final Set<Class<?>> known = new HashSet<>();

    /**
     * Posts in the reporter's name, once it runs.
     *
     * @param patches carries the counts, where repeats are counted
     */
    public EventPoster(ApiTransport posts, ApiTransport patches, Reporter reporter, Spacing spacing, Clocks clocks) {
        this.posts = posts;
        this.patches = patches;
        this.clocks = clocks;
        // Another process has other numbers, also one of the same millisecond, or of a clock that was set back.
        long number = (clocks.epochMillis() << 20) + ThreadLocalRandom.current().nextInt(1 << 20);
        this.backlog = new EventBacklog(spacing, reporter, number);
    }

    /** Has an Event posted soon, as often as the spacing allows; returns at once. */
    public void post(Notice notice) {
        synchronized (backlog) {
            backlog.add(notice, clocks.wall().instant(), now());
            backlog.notifyAll();
        }
    }

    /** {@return how many notices the API server was never told} */
    public long lost() {
        return backlog.lost();
    }

    /** {@return how many Events are still to be written} */
    public long waiting() {
        return backlog.waiting();
    }

    /** Posts them one by one, until the thread is interrupted; one that a fault of this program keeps from being posted is lost, and no other. */
    public void run() {
        try {
            while (true) {
                var series = Optional.<EventSeries>empty();
                try {
                    series = Optional.of(next());
                    write(series.get());
                } catch (RuntimeException | Error fault) {
                    broken(fault);
                    series.ifPresent(lost -> backlog.failed(lost, now()));
                    Thread.sleep(AFTER_A_FAULT);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the next that is to be told. */
    private EventSeries next() throws InterruptedException {
        synchronized (backlog) {
            while (true) {
                var due = backlog.due(now());
                if (due.isPresent()) {
                    return due.get();
                }
                // No time at all would wait for the next notice.
                backlog.wait(
                        backlog.untilDue(now()).map(left -> left.toMillis() + 1).orElse(0L));
            }
        }
    }

    private void write(EventSeries series) {
        switch (series.isThere() ? counted(series) : posted(series)) {
            case ApiAnswer.Answered<Boolean> _ -> backlog.told(series, now());
            case ApiAnswer.Failed<Boolean>(var why) -> {
                backlog.failed(series, now());
                log.atDebug()
                        .addKeyValue("event", series.event().notice().reason())
                        .addKeyValue("reason", why.inWords())
                        .log("an Event could not be posted");
            }
        }
    }

    /** One that the API server has forgotten is posted again. */
    private ApiAnswer<Boolean> counted(EventSeries series) {
        var call = ApiCall.patch(
                path(series) + "/" + series.event().name(),
                "application/merge-patch+json",
                series.event().countPatch());
        var answer = patches.ask(call, deadline(), ApiReading.nothing(true));
        return answer instanceof ApiAnswer.Failed<Boolean>(ApiFailure.NotFound _) ? posted(series) : answer;
    }

    /** Under a name of its own: one that is there already is this one, whose answer was lost. */
    private ApiAnswer<Boolean> posted(EventSeries series) {
        var call = ApiCall.post(path(series), series.event().json());
        var answer = posts.ask(call, deadline(), ApiReading.nothing(true));
        return answer instanceof ApiAnswer.Failed<Boolean>(ApiFailure.Conflict _)
                ? new ApiAnswer.Answered<>(true)
                : answer;
    }

    private void broken(Throwable fault) {
        var level = known.add(fault.getClass()) ? log.atError() : log.atDebug();
        level.setCause(fault).log("an Event was not posted because of a fault of this program; the others are");
    }

    private long now() {
        return clocks.nanos().getAsLong();
    }

    private static String path(EventSeries series) {
        return ApiPath.core("namespaces", series.event().notice().eventNamespace(), "events");
    }

    private static Deadline deadline() {
        return Deadline.in(LONGEST, System::nanoTime);
    }
}
